# One image for every service: `docker run winnow serve screener`. TypeScript runs by type stripping, which does not work
# below node_modules; so the workspace's sources are copied and linked (`pnpm install`), never packed (`pnpm deploy`).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
ENV CI=true
WORKDIR /app
# The packages first: this layer changes with the lockfile alone.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
RUN npx --yes pnpm@12.4.2 fetch --prod
COPY packages packages
COPY services services
COPY apps apps
COPY deploy/docker deploy/docker
RUN npx --yes pnpm@12.4.2 install --prod --offline --frozen-lockfile --filter-prod '@winnow/cli...' \
  && chmod -R a+rX,go-w /app

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="winnow" org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /app /app
# What is written at run time; the rest of the file system can be read-only.
RUN install -d -o 1000 -g 1000 -m 0700 /data
ENV NODE_ENV=production WINNOW_HOME=/data TMPDIR=/tmp PORT=8080 WINNOW_HEALTH_PORT=8081 WINNOW_LOG=info
VOLUME ["/data", "/tmp"]
WORKDIR /data
# `node` of the base image, as a number so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/deploy/docker/health-check.mjs", "/healthz"]
# The exec form: node is process 1 and gets SIGTERM itself.
ENTRYPOINT ["node", "/app/apps/cli/src/main.ts"]
CMD ["--help"]
