/** Change signals within one process, for a database that only this process writes. */
import { ChangeSignals } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { EventEmitter } from "node:events"

export const layer = Layer.sync(ChangeSignals, () => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return ChangeSignals.of({
    publish: (topic) => Effect.sync(() => void emitter.emit(topic)),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    }
  })
})
