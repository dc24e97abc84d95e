#!/bin/sh
# Installs the Debian packages of the stacks.
set -eu
fronts='nginx-light varnish haproxy apache2-bin'
python='gunicorn python3-cryptography python3-fastapi python3-flask python3-flask-caching python3-jose python3-jwt uvicorn'
ruby='puma ruby-jwt ruby-sinatra'
php='php-apcu php-fpm'
go='golang-go golang-github-golang-jwt-jwt-dev'
java='default-jdk-headless libjackson2-databind-java libjakarta-annotation-api-java libtomcat10-embed-java'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends $fronts $python $ruby $php $go $java "$@"
