/** The state of the service that exporters query: readiness, and the expiry of its certificates (spec 14.5). */
import { Instrument, Readiness, Vitals } from "@sheaf/ports"
import { Clock, Effect, Metric } from "effect"
import * as OwnCertificates from "./OwnCertificates.ts"
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

/** Reports the certificates of mutual TLS. */
const makeCertificates = Effect.map(OwnCertificates.make, (own) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const { name, notAfter } of yield* own) {
      yield* Metric.update(expiry({ certificate: name }), (notAfter - now) / 1000)
    }
  })
)

/** Starts the measurements. The resulting effect updates all values that must be queried. It never fails. */
export const make = Effect.gen(function* () {
  const { isReady } = yield* Readiness
  const { refresh } = yield* Vitals
  const loop = yield* ProcessMetrics.make
  const certificates = yield* makeCertificates
  const readiness = Effect.flatMap(isReady, (is) => Metric.update(ready({}), is ? 1 : 0))
  return Effect.all([loop, readiness, certificates, refresh], { discard: true })
})
