/** The state of the service that exporters query: readiness, and the expiry of its certificates (decisions 19). */
import { Instrument, Readiness, Vitals } from "@sheaf/ports"
import { Clock, Effect, FileSystem, Metric, Option } from "effect"
import { X509Certificate } from "node:crypto"
import { ServerCertificate } from "../Certificates.ts"
import * as ProcessMetrics from "./ProcessMetrics.ts"

const ready = Instrument.gauge({
  name: "sheaf.ready",
  unit: "{state}",
  description: "1 if /ready succeeds, and 0 if it fails."
})
const expiry = Instrument.gauge({
  name: "sheaf.certificate.expiry",
  unit: "s",
  description: "Time until a certificate expires. Negative after it has expired.",
  labels: ["certificate"]
})

const expiryOf = Option.liftThrowable((pem: string) => new X509Certificate(pem).validToDate.getTime())

/** Reports the certificates of mutual TLS: the server's own, and the root that verifies clients. */
const makeCertificates = Effect.gen(function* () {
  const certificate = yield* ServerCertificate
  const fileSystem = yield* FileSystem.FileSystem
  if (Option.isNone(certificate)) return Effect.void
  const { files, identity } = certificate.value
  const report = (name: string, pem: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Option.match(expiryOf(pem), {
        onNone: () => Effect.void,
        onSome: (end) => Metric.update(expiry({ certificate: name }), (end - now) / 1000)
      })
    )
  return Effect.gen(function* () {
    // The file is read again, because operators and the sandbox replace it.
    yield* report("server", yield* fileSystem.readFileString(files.certificate))
    yield* report("client_authority", identity.authority)
  }).pipe(Effect.ignore)
})

/** Starts the measurements. The resulting effect updates all values that must be queried. It never fails. */
export const make = Effect.gen(function* () {
  const { isReady } = yield* Readiness
  const { refresh } = yield* Vitals
  const loop = yield* ProcessMetrics.make
  const certificates = yield* makeCertificates
  const readiness = Effect.flatMap(isReady, (is) => Metric.update(ready({}), is ? 1 : 0))
  return Effect.all([loop, readiness, certificates, refresh], { discard: true })
})
