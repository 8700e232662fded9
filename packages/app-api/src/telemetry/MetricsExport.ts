/** Exports metrics to Prometheus and to an OpenTelemetry collector, and serves the operator's console. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option, Clock, Metric } from "effect"
import * as BankSettings from "../config/BankSettings.ts"
import type { Settings } from "../config/Settings.ts"
import * as OperatorConsoleLive from "./OperatorConsoleLive.ts"
import * as MetricsListener from "./MetricsListener.ts"
import * as Otlp from "./Otlp.ts"
import { Instrument, Readiness, ServiceGauges } from "@sheaf/ports"
import * as TlsCertificates from "./TlsCertificates.ts"
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

const makeCertificates = ({ banks }: Settings) =>
  Effect.map(TlsCertificates.makeReader, (own) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const { name, notAfter } of [...(yield* own), ...(yield* BankSettings.certificatesAt(banks))]) {
        yield* Metric.update(expiry({ certificate: name }), (notAfter - now) / 1000)
      }
    })
  )

/**
 * Starts the measurements. Returns an effect that never fails and updates the metrics that are not updated
 * continuously.
 */
const measured = (settings: Settings) =>
  Effect.gen(function* () {
    const { isReady } = yield* Readiness
    const { refresh } = yield* ServiceGauges
    const loop = yield* ProcessMetrics.make
    const certificates = yield* makeCertificates(settings)
    const readiness = Effect.flatMap(isReady, (is) => Metric.update(ready({}), is ? 1 : 0))
    return Effect.all([loop, readiness, certificates, refresh], { discard: true })
  })

const listening = (settings: Settings, address: MetricsListener.MetricsAddress, refresh: Effect.Effect<void>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const console = yield* OperatorConsoleLive.make(settings)
      const port = yield* MetricsListener.listen(address, refresh, console.handle)
      yield* console.announce({ ...address, port })
    })
  )

export const layer = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { metrics, otlp } = settings
      const refresh = yield* measured(settings)
      const listener = Option.map(metrics, (address) => listening(settings, address, refresh))
      const collector = Option.map(otlp, (endpoint) => Otlp.layerMetrics(endpoint, refresh))
      return Layer.merge(
        Layer.provide(
          Option.getOrElse(listener, () => Layer.empty),
          NodeHttpServer.layerHttpServices
        ),
        Option.getOrElse(collector, () => Layer.empty)
      )
    })
  )
