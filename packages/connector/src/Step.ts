/** The steps that a connector can take (docs/connectors.md#steps). Each contains the state for the next call. */
import type { AskStep, EndStep, PollStep, TwoFactorInstruction } from "./protocol/Contract.ts"

/** A step whose state is not sealed into a session yet. */
export interface Step<State> {
  readonly state: State
  readonly step: Omit<AskStep, "session"> | Omit<EndStep, "session"> | Omit<PollStep, "session">
}

type Shown = Pick<PollStep, "animatedQr" | "authenticated" | "information">

const defaultMillis = 1000

/** Shows a status, and continues with the signal TICK after `afterMillis` (default: a second). */
export const show = <State>(
  status: PollStep["status"],
  state: State,
  { afterMillis = defaultMillis, ...shown }: Shown & { readonly afterMillis?: number } = {}
): Step<State> => ({ state, step: { type: "POLL", status, afterMillis, ...shown } })

/** Waits for the person to act elsewhere, for example in an app. */
export const wait = <State>(state: State, shown: Parameters<typeof show>[2] = {}): Step<State> =>
  show("WAITING_FOR_USER_ACTION", state, shown)

/** Sends the person to a page. Only the signal RETURN continues the collection. */
export const redirect = <State>(url: string, state: State): Step<State> =>
  show("WAITING_FOR_USER_ACTION", state, { information: { REDIRECT_URL: url } })

/**
 * Continues immediately with a call that uses up a single-use code or token. Only one of Sheaf's nodes makes that call.
 */
export const exchangeOnce = <State>(status: PollStep["status"], state: State): Step<State> => ({
  state,
  step: { type: "POLL", status, afterMillis: 0, once: true }
})

const statusOf = {
  TWO_FACTOR_CHOICE: "TWO_FACTOR_PENDING",
  TWO_FACTOR_CODE: "TWO_FACTOR_PENDING",
  CONTACT_FORM: "CONTACT_FORM_PENDING",
  COLLECTION_INPUT: "COLLECTION_INPUT_PENDING",
  RESPONSE_OBJECT: "WAITING_FOR_USER_ACTION"
} as const satisfies Record<AskStep["asks"], AskStep["status"]>

/**
 * Asks the person a question. The collection continues with the signal INPUT or, if `asks` is RESPONSE_OBJECT, with the
 * signal RESPONSES.
 */
export const ask = <State>(
  asks: AskStep["asks"],
  information: NonNullable<AskStep["information"]>,
  state: State,
  shown: Shown = {}
): Step<State> => ({ state, step: { type: "ASK", status: statusOf[asks], asks, ...shown, information } })

export const askCode = <State>(
  authenticationInstruction: string,
  state: State,
  responseType: TwoFactorInstruction["responseType"] = "NUMBER_CODE"
): Step<State> =>
  ask("TWO_FACTOR_CODE", { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction, responseType } }, state)

export const complete = <State>(
  collected: Partial<NonNullable<EndStep["collected"]>>,
  state: State,
  more: Pick<EndStep, "authenticated" | "renewable"> = {}
): Step<State> => {
  const { insurance = [], missing = [], wealth = [] } = collected
  const status = insurance.length + wealth.length === 0 ? "COMPLETED_EMPTY" : "COMPLETED"
  return { state, step: { type: "END", status, collected: { insurance, wealth, missing }, ...more } }
}

/** Ends the collection as failed, for example with INCORRECT_CREDENTIALS. */
export const fail = <State>(status: EndStep["status"], state: State, reason?: EndStep["reason"]): Step<State> => ({
  state,
  step: { type: "END", status, ...(reason && { reason }) }
})
