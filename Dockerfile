# A static program alone, for a user without rights:
#
#     docker run --rm -v "$PWD:/work:ro" pincite check answer.md docs/
FROM rust:1.91-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY Cargo.toml Cargo.lock askama.toml LICENSE-MIT LICENSE-APACHE ./
COPY src src
COPY assets assets
COPY samples samples
COPY benches benches
COPY examples examples
COPY tests tests
RUN cargo build --profile dist --locked --bin pincite

FROM scratch
LABEL org.opencontainers.image.title="pincite" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /src/target/dist/pincite /usr/bin/pincite
COPY --from=build /src/LICENSE-MIT /src/LICENSE-APACHE /usr/share/licenses/pincite/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/pincite"]
