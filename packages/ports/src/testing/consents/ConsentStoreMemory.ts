/** A {@link ConsentStore} in memory, for tests of its callers. */
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { Effect, Layer, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type {
  ConsentChange,
  ConsentListQuery,
  ConsentOutline,
  ConsentView,
  ConsentWork
} from "../../consents/ConsentStore.ts"
import type { Position } from "../../ListQuery.ts"
import { LiveUsers } from "../users/UserStoreMemory.ts"

/** A stored consent. Closing it removes `work`, and erasing it removes `view`. */
interface Kept {
  readonly clientId: string
  readonly userId: string
  readonly view?: ConsentView
  readonly work?: ConsentWork
  readonly closedAt?: number
  readonly journalForgotten?: boolean
  /** The return state, which stays valid after the consent's end. */
  readonly returnState?: string | undefined
}

const positionOf = ({ consentId, createdAt }: ConsentView): Position => ({ createdAt, id: consentId })

/** Compares positions, newest first. */
const newestFirst = (a: Position, b: Position): number => {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt
  if (a.id === b.id) return 0
  return a.id > b.id ? -1 : 1
}

const listed = (views: ReadonlyArray<ConsentView>, query: ConsentListQuery): ReadonlyArray<ConsentView> => {
  const { after, asOf, company, latest, limit, statusIn } = query
  const found = views
    .filter((view) => view.clientId === query.clientId && view.userId === query.userId)
    .filter((view) => statusIn?.includes(view.status) ?? true)
    .filter((view) => company === undefined || view.company === company)
    .filter((view) => asOf === undefined || newestFirst(asOf, positionOf(view)) <= 0)
    .toSorted((a, b) => newestFirst(positionOf(a), positionOf(b)))
  return found
    .filter((view, i) => !latest || found.findIndex((other) => other.company === view.company) === i)
    .filter((view) => after === undefined || newestFirst(after, positionOf(view)) < 0)
    .slice(0, limit)
}

const changed = (
  { clientId, company, consentId, createdAt, market, step, userId }: ConsentWork,
  { at: _, closed: __, dueAt, progress, ...visible }: ConsentChange
): { readonly view: ConsentView; readonly work: ConsentWork } => {
  const view: ConsentView = { clientId, company, consentId, createdAt, market, userId, ...visible }
  return { view, work: { ...view, progress, dueAt, step: step + 1 } }
}

const outlineOf = ({
  clientId,
  consentId,
  dueAt,
  expiresAt,
  revision,
  status,
  statusChangedAt,
  step,
  userId
}: ConsentWork): ConsentOutline => ({
  clientId,
  consentId,
  dueAt,
  expiresAt,
  revision,
  status,
  statusChangedAt,
  step,
  userId
})

const make = Effect.map(LiveUsers, (isLive): ConsentStore["Service"] => {
  const consents = new Map<string, Kept>()
  const returned = new Set<string>()
  const readings = new Map<string, number>()

  const idsOf = (matches: (kept: Kept) => boolean): ReadonlyArray<string> =>
    [...consents].filter(([, kept]) => matches(kept)).map(([consentId]) => consentId)

  const ofUser = (clientId: string, userId: string) => (kept: Kept) =>
    kept.clientId === clientId && kept.userId === userId

  const closedBefore =
    (time: number, journalForgotten: boolean) =>
    (kept: Kept): boolean =>
      kept.closedAt !== undefined && kept.closedAt < time && (kept.journalForgotten ?? false) === journalForgotten

  return {
    accept: ({ progress, view: { clientId, consentId, userId, ...rest } }) =>
      Effect.sync(() => {
        if (!isLive(clientId, userId)) return false
        const view: ConsentView = { clientId, consentId, userId, ...rest, shown: {} }
        const work: ConsentWork = { ...view, progress, step: 0, dueAt: view.createdAt }
        consents.set(consentId, { clientId, userId, view, work, returnState: progress.returnState })
        return true
      }),
    find: (clientId, consentId) =>
      Effect.sync(() => {
        const kept = consents.get(consentId)
        return Option.fromUndefinedOr(kept?.clientId === clientId ? kept.view : undefined)
      }),
    list: (query) =>
      Effect.sync(() => {
        const views = [...consents.values()].flatMap(({ view }) => (view === undefined ? [] : [view]))
        return listed(views, query)
      }),
    work: (consentId) => Effect.sync(() => Option.fromUndefinedOr(consents.get(consentId)?.work)),
    advance: (found, change, { isJournaled = true } = {}) =>
      Effect.sync(() => {
        const kept = consents.get(found.consentId)
        const { work } = kept ?? {}
        if (kept === undefined || work === undefined || work.clientId !== found.clientId) return false
        if (work.step !== found.step || work.revision !== found.revision) return false
        const next = changed(work, change)
        const { clientId, userId } = kept
        const returnState = isFinal(change.status) ? kept.returnState : change.progress.returnState
        consents.set(
          found.consentId,
          change.closed
            ? {
                clientId,
                userId,
                returnState,
                view: { ...next.view, shown: {} },
                closedAt: change.at,
                journalForgotten: !isJournaled
              }
            : { clientId, userId, returnState, ...next }
        )
        return true
      }),
    takeReturn: (returnState) =>
      Effect.sync(() => {
        if (returned.has(returnState)) return Option.none()
        const found = [...consents].find(([, kept]) => kept.view !== undefined && kept.returnState === returnState)
        if (found === undefined) return Option.none()
        returned.add(returnState)
        const [consentId, { clientId }] = found
        return Option.some({ clientId, consentId })
      }),
    countUnattended: (consentId, day, limit) =>
      Effect.sync(() => {
        const key = `${consentId}/${day}`
        const count = readings.get(key) ?? 0
        if (!consents.has(consentId) || count >= limit) return false
        readings.set(key, count + 1)
        return true
      }),
    live: (clientId, userId) =>
      Effect.sync(() =>
        idsOf((kept) => ofUser(clientId, userId)(kept) && kept.work !== undefined && !isFinal(kept.work.status))
      ),
    eraseOfUser: (clientId, userId) =>
      Effect.sync(() => {
        for (const [consentId, { view: _, ...erased }] of consents) {
          if (!ofUser(clientId, userId)(erased) || erased.work !== undefined) continue
          if (erased.journalForgotten === true) consents.delete(consentId)
          else consents.set(consentId, erased)
        }
        return idsOf((kept) => ofUser(clientId, userId)(kept) && kept.work !== undefined).length === 0
      }),
    unended: Effect.sync(() => idsOf(({ work }) => work !== undefined)),
    overdue: (before) => Effect.sync(() => idsOf(({ work }) => work !== undefined && work.dueAt < before)),
    outline: (consentId) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(consents.get(consentId)?.work), outlineOf)),
    abandon: ({ consentId, revision, step }, { at, ...end }) =>
      Effect.sync(() => {
        const { clientId, userId, work } = consents.get(consentId) ?? {}
        if (clientId === undefined || userId === undefined || work === undefined) return false
        if (work.step !== step || work.revision !== revision) return false
        const { dueAt: _, progress: __, step: ___, ...view } = work
        consents.set(consentId, { clientId, userId, view: { ...view, ...end, shown: {} }, closedAt: at })
        return true
      }),
    journaled: (time, limit) => Effect.sync(() => idsOf(closedBefore(time, false)).slice(0, limit)),
    journalForgotten: (consentIds) =>
      Effect.sync(() => {
        for (const consentId of consentIds) {
          const kept = consents.get(consentId)
          if (kept === undefined) continue
          if (kept.view === undefined) consents.delete(consentId)
          else consents.set(consentId, { ...kept, journalForgotten: true })
        }
      }),
    expireRows: (time) =>
      Effect.sync(() => {
        const due = idsOf(closedBefore(time, true))
        for (const consentId of due) consents.delete(consentId)
        return due.length
      })
  }
})

/** Requires the users of {@link UserStoreMemory}. */
export const layer = Layer.effect(ConsentStore, make)
