# The command in an image: docker build --tag m2m-conformance:0.2.0 .
#
#   docker run --rm --read-only --tmpfs /tmp --volume "$PWD/reports:/reports" --env-file target.env m2m-conformance:0.2.0
#
# A harness.config.ts is read from /work. What is written goes to /reports. User 1000 can write there, and so can any user of
# the group 0: OpenShift runs an image under a random user id in this group.
FROM node:22-slim AS packed
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm pack --pack-destination /tmp
WORKDIR /app
RUN tar -xzf /tmp/m2m-conformance-*.tgz --strip-components=1 && cp /source/package-lock.json .
# The versions that were tested, in place of the newest that fit.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && chmod +x dist/cli/main.js

FROM node:22-slim
COPY --from=packed /app /app
RUN ln -s /app/dist/cli/main.js /usr/local/bin/m2m-conformance && mkdir -p /work /reports && chown 1000:0 /reports && chmod g=u /reports
# A random user id has no home, and Node cannot look it up.
ENV NODE_ENV=production M2M_OUT=/reports HOME=/tmp
WORKDIR /work
# By number: Kubernetes cannot tell of a name that it is not root.
USER 1000:0
VOLUME /reports
ENTRYPOINT ["m2m-conformance"]
CMD ["run"]
