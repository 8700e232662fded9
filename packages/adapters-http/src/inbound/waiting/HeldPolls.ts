/**
 * Holds polls until the status changes (`Prefer: wait`; spec 2.5). A held poll runs again after each change, with
 * all its checks, so a key or token that was revoked in the meantime gets no status.
 */
import { ChangeSignals, Instrument } from "@sheaf/ports"
import type { StatusProgress, Unsubscribe } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"
import * as EntityTag from "../answers/EntityTag.ts"
import * as HoldLimits from "./HoldLimits.ts"

/** The parts of the status that determine whether a poll is held. */
export interface ReadStatus extends Pick<StatusProgress, "isFinal" | "qrUntil"> {
  readonly clientId: string
  /** The Connect session whose page polls. */
  readonly connectSessionId?: string
  readonly tag: string
  /** The time after which the poll runs again even without a signal, in milliseconds. */
  readonly readAgainAfter?: number
}

/** A poll's response. `seen` is absent if the response contains no status, such as a problem. */
export interface PollResult<A> {
  readonly answer: A
  readonly seen?: ReadStatus
}

export interface PreferredWait {
  /** The longest hold, in seconds. */
  readonly seconds: number
  readonly ifNoneMatch: string | undefined
}

/** The response to send. */
export interface Held<A> {
  readonly answer: A
  /** False if the service responds before the requested wait ends, although nothing has changed. */
  readonly isApplied: boolean
}

/** Subscribes a poll to a topic before the poll reads its row. Repeated calls for a topic have no effect. */
export type Watch = (topic: string) => void

export class HeldPolls extends Context.Service<
  HeldPolls,
  {
    /** Runs `poll`, and holds the response until its tag differs from the client's tag or the requested wait ends. */
    readonly hold: <A, E, R>(
      wait: PreferredWait,
      poll: (watch: Watch) => Effect.Effect<PollResult<A>, E, R>
    ) => Effect.Effect<Held<A>, E, R>
    /** Lets all held polls return now. Later polls are not held. */
    readonly release: Effect.Effect<void>
  }
>()("@sheaf/adapters-http/HeldPolls") {}

/** The signal that wakes one held poll. */
class Alarm {
  private hasRung = false
  private onRing: (() => void) | undefined
  private readonly subscriptions = new Map<string, Unsubscribe>()
  readonly ring = (): void => {
    this.hasRung = true
    this.onRing?.()
  }
  private readonly signals: ChangeSignals["Service"]

  constructor(signals: ChangeSignals["Service"]) {
    this.signals = signals
  }

  readonly watch: Watch = (topic) => {
    if (!this.subscriptions.has(topic)) this.subscriptions.set(topic, this.signals.subscribe(topic, this.ring))
  }

  /** Forgets earlier rings. The next ring ends the wait. */
  set(): void {
    this.hasRung = false
  }

  /** Waits for the first ring after `set`. */
  readonly rung = Effect.callback<void>((resume) => {
    if (this.hasRung) return void resume(Effect.void)
    this.onRing = () => resume(Effect.void)
    return Effect.sync(() => (this.onRing = undefined))
  })

  end(): void {
    for (const unsubscribe of this.subscriptions.values()) unsubscribe()
  }
}

/**
 * Returns true if the response can wait: the status can still change, and the client already has the current status.
 */
const canWait = ({ ifNoneMatch, seconds }: PreferredWait, { isFinal, tag }: ReadStatus): boolean =>
  seconds > 0 && !isFinal && (ifNoneMatch === undefined || EntityTag.isNamed(ifNoneMatch, tag))

const heldRequests = Instrument.gauge({
  name: "sheaf.http.held_requests",
  unit: "{request}",
  description: "Requests that wait for a change."
})

export const layer = (limits: HoldLimits.HoldLimits) =>
  Layer.effect(
    HeldPolls,
    Effect.gen(function* () {
      const signals = yield* ChangeSignals
      const counts = HoldLimits.make(limits)
      const alarms = new Set<Alarm>()
      let isReleased = false
      yield* Instrument.observe(heldRequests({}), () => alarms.size)

      const hold: HeldPolls["Service"]["hold"] = (wait, poll) =>
        Effect.suspend(() => {
          const alarm = new Alarm(signals)
          let leave: (() => void) | undefined
          const held = Effect.gen(function* () {
            let known: string | undefined
            let until = 0
            for (;;) {
              alarm.set()
              const { answer, seen } = yield* poll(alarm.watch)
              const now = yield* Clock.currentTimeMillis
              if (seen === undefined) return { answer, isApplied: false }
              if (known === undefined) {
                if (!canWait(wait, seen)) return { answer, isApplied: true }
                leave = isReleased ? undefined : counts.take(seen.clientId, seen.connectSessionId)
                if (leave === undefined) return { answer, isApplied: false }
                known = seen.tag
                until = Math.min(now + wait.seconds * 1000, seen.qrUntil ?? Infinity)
                alarms.add(alarm)
              } else if (known !== seen.tag || now >= until) return { answer, isApplied: true }
              if (isReleased) return { answer, isApplied: false }
              yield* Effect.timeoutOption(alarm.rung, Math.min(until - now, seen.readAgainAfter ?? Infinity))
            }
          })
          const end = Effect.sync(() => {
            alarm.end()
            alarms.delete(alarm)
            leave?.()
          })
          return Effect.ensuring(held, end)
        })

      return HeldPolls.of({
        hold,
        release: Effect.sync(() => {
          isReleased = true
          for (const { ring } of alarms) ring()
        })
      })
    })
  )

/** The default limits (spec 2.5). */
export const defaults: HoldLimits.HoldLimits = { perClient: 1_000, total: 5_000 }
