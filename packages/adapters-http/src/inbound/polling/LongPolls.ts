/**
 * Holds polls until the status changes (`Prefer: wait`; spec 2.5). After each change, a held poll repeats all its
 * checks, so it gets no status if its key or token has been revoked.
 */
import { ChangeSignals, Instrument } from "@sheaf/ports"
import type { PollState, Unsubscribe } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"
import * as LongPollLimits from "./LongPollLimits.ts"
import { matchesTag } from "../responses/StatusResponse.ts"

export interface PolledStatus extends Pick<PollState, "isFinal" | "qrUntil"> {
  readonly clientId: string
  /** Present if the poll comes from a Connect session's page. */
  readonly connectSessionId?: string
  readonly tag: string
  /** How long to wait before reading again even without a signal, in milliseconds. */
  readonly readAgainAfter?: number
}

/** `status` is absent if the response shows no status, for example because it is a problem. */
export interface PollResult<A> {
  readonly response: A
  readonly status?: PolledStatus
}

export interface PreferredWait {
  /** The maximum time to hold the poll, in seconds. */
  readonly seconds: number
  readonly ifNoneMatch: string | undefined
}

export interface LongPollResponse<A> {
  readonly response: A
  /** False if nothing has changed, but the service responds before the requested wait is over. */
  readonly isPreferenceApplied: boolean
}

/**
 * Subscribes a poll to a topic. Call this before reading the row that the topic is about. Repeated calls are allowed.
 */
export type Subscribe = (topic: string) => void

export class LongPolls extends Context.Service<
  LongPolls,
  {
    /** Runs `poll`, and holds the response until its tag differs from the client's or the requested wait is over. */
    readonly hold: <A, E, R>(
      wait: PreferredWait,
      poll: (watch: Subscribe) => Effect.Effect<PollResult<A>, E, R>
    ) => Effect.Effect<LongPollResponse<A>, E, R>
    /** Makes all held polls return immediately, and prevents further holds. */
    readonly release: Effect.Effect<void>
  }
>()("@sheaf/adapters-http/LongPolls") {}

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

  readonly watch: Subscribe = (topic) => {
    if (!this.subscriptions.has(topic)) this.subscriptions.set(topic, this.signals.subscribe(topic, this.ring))
  }

  /** Ignores all earlier signals, so that only a later one ends the wait. */
  set(): void {
    this.hasRung = false
  }

  readonly rung = Effect.callback<void>((resume) => {
    if (this.hasRung) return void resume(Effect.void)
    this.onRing = () => resume(Effect.void)
    return Effect.sync(() => (this.onRing = undefined))
  })

  end(): void {
    for (const unsubscribe of this.subscriptions.values()) unsubscribe()
  }
}

/** Returns true if the status can still change and the client already has the current one. */
const canWait = ({ ifNoneMatch, seconds }: PreferredWait, { isFinal, tag }: PolledStatus): boolean =>
  seconds > 0 && !isFinal && (ifNoneMatch === undefined || matchesTag(ifNoneMatch, tag))

const heldRequests = Instrument.gauge({
  name: "sheaf.http.held_requests",
  unit: "{request}",
  description: "Requests that wait for a change."
})

export const layer = (limits: LongPollLimits.LongPollLimits) =>
  Layer.effect(
    LongPolls,
    Effect.gen(function* () {
      const signals = yield* ChangeSignals
      const counts = LongPollLimits.make(limits)
      const alarms = new Set<Alarm>()
      let isReleased = false
      yield* Instrument.observeGauge(heldRequests({}), () => alarms.size)

      const hold: LongPolls["Service"]["hold"] = (wait, poll) =>
        Effect.suspend(() => {
          const alarm = new Alarm(signals)
          let leave: (() => void) | undefined
          const held = Effect.gen(function* () {
            let known: string | undefined
            let until = 0
            for (;;) {
              alarm.set()
              const { response, status } = yield* poll(alarm.watch)
              const now = yield* Clock.currentTimeMillis
              if (status === undefined) return { response, isPreferenceApplied: false }
              if (known === undefined) {
                if (!canWait(wait, status)) return { response, isPreferenceApplied: true }
                leave = isReleased ? undefined : counts.take(status.clientId, status.connectSessionId)
                if (leave === undefined) return { response, isPreferenceApplied: false }
                known = status.tag
                until = Math.min(now + wait.seconds * 1000, status.qrUntil ?? Infinity)
                alarms.add(alarm)
              } else if (known !== status.tag || now >= until) return { response, isPreferenceApplied: true }
              if (isReleased) return { response, isPreferenceApplied: false }
              yield* Effect.timeoutOption(alarm.rung, Math.min(until - now, status.readAgainAfter ?? Infinity))
            }
          })
          const end = Effect.sync(() => {
            alarm.end()
            alarms.delete(alarm)
            leave?.()
          })
          return Effect.ensuring(held, end)
        })

      return LongPolls.of({
        hold,
        release: Effect.sync(() => {
          isReleased = true
          for (const { ring } of alarms) ring()
        })
      })
    })
  )

export const defaultLimits: LongPollLimits.LongPollLimits = { perClient: 1_000, total: 5_000 }
