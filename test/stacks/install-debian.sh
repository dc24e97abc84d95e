#!/bin/sh
# Installs the Debian packages of the stacks.
set -eu
fronts='nginx-light varnish haproxy apache2-bin'
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -q -y --no-install-recommends $fronts "$@"
