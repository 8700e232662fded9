/**
 * Runs webhook endpoints as processes. An endpoint's progress is recorded only in its row. The node that owns the row
 * listens for new events of the endpoint's client.
 */
import { ChangeSignals, endpointChangeTopic, eventTopic } from "@sheaf/ports"
import type { StoredWebhookEndpoint, Unsubscribe } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"
import type { Wait } from "../process/Process.ts"
import * as Runner from "../process/Runner.ts"
import * as WebhookSteps from "./WebhookSteps.ts"

export class WebhookRunner extends Context.Service<WebhookRunner, Runner.ProcessRunner>()(
  "@sheaf/application/WebhookRunner"
) {}

interface Listener {
  readonly progress: WebhookSteps.Progress
  isChanged: boolean
  /** True if a new event has been signaled since the previous steps. */
  hasEvents: boolean
  subscriptions: ReadonlyArray<Unsubscribe>
}

const make = Effect.gen(function* () {
  const signals = yield* ChangeSignals
  const takeStep = yield* WebhookSteps.make
  const listeners = new Map<string, Listener>()

  const listen = (endpointId: string): Listener => {
    const known = listeners.get(endpointId)
    if (known !== undefined) return known
    const progress = { ...WebhookSteps.initialProgress }
    const made: Listener = { progress, isChanged: true, hasEvents: false, subscriptions: [] }
    const subscription = signals.subscribe(endpointChangeTopic(endpointId), () => {
      made.isChanged = true
      runner.wake(endpointId)
    })
    made.subscriptions = [subscription]
    listeners.set(endpointId, made)
    return made
  }

  const listenToEvents =
    (listener: Listener) =>
    ({ clientId, endpointId }: StoredWebhookEndpoint) => {
      if (listener.subscriptions.length > 1) return
      const subscription = signals.subscribe(eventTopic(clientId), () => {
        listener.hasEvents = true
        runner.wake(endpointId)
      })
      listener.subscriptions = [...listener.subscriptions, subscription]
    }

  const forget = (endpointId: string) => {
    listeners.get(endpointId)?.subscriptions.forEach((end) => end())
    listeners.delete(endpointId)
  }

  const takeSteps = Effect.fnUntraced(function* (endpointId: string) {
    const listener = listen(endpointId)
    const { progress } = listener
    // If no new event has caused this call, the endpoint's settings or its retries may have changed, so both are read
    // again.
    listener.isChanged ||= !listener.hasEvents
    listener.hasEvents = false
    for (;;) {
      if (listener.isChanged) Object.assign(progress, { readAt: 0, retryAt: 0 })
      listener.isChanged = false
      const next = yield* takeStep(endpointId, progress, listenToEvents(listener))
      if (next._tag === "Again") continue
      if (next._tag === "At") {
        const millis = next.at - (yield* Clock.currentTimeMillis)
        if (millis <= 0) continue
        return { _tag: "Idle", millis } satisfies Wait
      }
      forget(endpointId)
      return next
    }
  })

  yield* Effect.addFinalizer(() => Effect.sync(() => [...listeners.keys()].forEach(forget)))
  const runner: Runner.ProcessRunner = yield* Runner.make({
    kind: "webhook_endpoint",
    idName: "endpointId",
    takeSteps,
    giveUp: () => Effect.succeed(false)
  })
  return runner
})

export const layer = Layer.effect(WebhookRunner, make)
