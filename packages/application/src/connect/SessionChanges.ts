/** Changes of a Connect session: opening, finishing, expiry and confirmation (spec 13). */
import {
  confirmationTimeoutMillis,
  handoverLifetimeMillis,
  overdueStatus,
  sessionLifetimeMillis
} from "@sheaf/domain/ConnectSession"
import type { ConnectOutcome, ConnectSessionStatus, ConnectStepName } from "@sheaf/domain/ConnectSession"
import { isSessionConfirmed } from "@sheaf/ports"
import type {
  ConnectSessionChange,
  ConnectConfirmation,
  ConnectSessionProgress,
  PermittedMonitor,
  StoredConnectSession
} from "@sheaf/ports"

export type EndedSession = Extract<StoredConnectSession, { readonly endedAt: number }>

const keeping = ({ endedAt, expiresAt, progress, status }: EndedSession) => ({ endedAt, expiresAt, progress, status })

const withStep = (session: StoredConnectSession, at: number, step: ConnectStepName) => ({
  ...session.progress,
  steps: [...session.progress.steps, { at, step }]
})

/** Returns the status at a time. A session expires on time even if no process has recorded that yet. */
export const statusAt = ({ expiresAt, status }: StoredConnectSession, now: number): ConnectSessionStatus =>
  status === "OPEN" && expiresAt <= now ? overdueStatus : status

export const isOpen = (session: StoredConnectSession, now: number): boolean => statusAt(session, now) === "OPEN"

export const openChange = (session: StoredConnectSession, now: number, isEmbedded: boolean): ConnectSessionChange => ({
  status: "OPEN",
  expiresAt: now + sessionLifetimeMillis,
  progress: { ...withStep(session, now, "OPENED"), ...(isEmbedded && { embedded: true }) }
})

/** Records a secret with which a window can prove that the session's frame opened it. Replaces an earlier secret. */
export const offerHandoverChange = (
  session: StoredConnectSession,
  now: number,
  hash: string
): ConnectSessionChange => ({
  status: "OPEN",
  expiresAt: session.expiresAt,
  progress: { ...session.progress, handover: { hash, until: now + handoverLifetimeMillis } }
})

/**
 * Returns the change for a window that joins the session whose frame opened it. The window proved this with the secret
 * in `handover`, which is removed because it works only once.
 */
export const takeHandoverChange = ({
  expiresAt,
  progress: { handover: _, ...progress }
}: StoredConnectSession): ConnectSessionChange => ({ status: "OPEN", expiresAt, progress })

/**
 * Returns true if the session was meant to create a monitor but the person did not permit it. Its data and consents are
 * then useless.
 */
const isInVain = ({ progress, purpose }: StoredConnectSession): boolean =>
  purpose === "MONITOR" && progress.permitted === undefined

export const withoutPermission = ({ permitted: _, ...progress }: ConnectSessionProgress): ConnectSessionProgress => ({
  ...progress,
  steps: progress.steps.filter(({ step }) => step !== "MONITOR_PERMITTED")
})

export const permitChange = (
  session: StoredConnectSession,
  now: number,
  permitted: PermittedMonitor | undefined
): ConnectSessionChange => ({
  status: "OPEN",
  expiresAt: session.expiresAt,
  progress:
    permitted === undefined
      ? withoutPermission(session.progress)
      : { ...withStep(session, now, "MONITOR_PERMITTED"), permitted }
})

/**
 * Ends a session. Its data and consents are discarded at `discardAt`, unless the client confirms the session before
 * then.
 */
const ended = (
  session: StoredConnectSession,
  now: number,
  status: Exclude<ConnectSessionStatus, "OPEN">,
  discardAt: number
): ConnectSessionChange => ({
  status,
  endedAt: now,
  expiresAt: session.expiresAt,
  progress: withStep(session, now, status),
  ...((!isSessionConfirmed(session) || isInVain(session)) && { discardAt })
})

/**
 * Ends a session because the person has finished or left. If the person has finished and the session has a return URL,
 * the session then waits for the client's confirmation.
 */
export const finishChange = (
  session: StoredConnectSession,
  now: number,
  outcome: ConnectOutcome,
  codeHash: string
): ConnectSessionChange => {
  const until = now + confirmationTimeoutMillis
  if (outcome === "ABANDONED" || isSessionConfirmed(session)) return ended(session, now, outcome, now)
  const change = ended(session, now, outcome, until)
  return { ...change, progress: { ...change.progress, confirmation: { codeHash, until } } }
}

export const expireChange = (session: StoredConnectSession, now: number): ConnectSessionChange =>
  ended(session, now, "EXPIRED", now)

export const pendingConfirmation = (
  { progress: { confirmation } }: StoredConnectSession,
  now: number
): ConnectConfirmation | undefined =>
  confirmation !== undefined && confirmation.answer === undefined && now < confirmation.until ? confirmation : undefined

/** Records the answer to a confirmation. After REFUSED, the data and consents are discarded within seconds. */
export const confirmationChange = (
  session: EndedSession,
  confirmation: ConnectConfirmation,
  now: number,
  answer: NonNullable<ConnectConfirmation["answer"]>
): ConnectSessionChange => {
  const isRefused = answer === "REFUSED"
  const progress = withStep(session, now, isRefused ? "NOT_CONFIRMED" : "CONFIRMED")
  return {
    ...keeping(session),
    progress: { ...progress, confirmation: { ...confirmation, answer } },
    ...((isRefused || isInVain(session)) && { discardAt: now })
  }
}

/** Schedules the session's data and consents to be discarded at `discardAt` (milliseconds since 1970). */
export const scheduleDiscardChange = (session: EndedSession, discardAt: number): ConnectSessionChange => ({
  ...keeping(session),
  discardAt
})

export const discardChange = (session: EndedSession): ConnectSessionChange => keeping(session)
