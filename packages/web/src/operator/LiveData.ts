/** Polls lists while the page is visible, and keeps the newest ones, so that a page shown before appears immediately. */
import { effect, signal, useSignal } from "@preact/signals"
import type { Signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { readList, sessionState } from "./OperatorSession.ts"

const pause = 5_000

export interface LiveData<A> {
  readonly value: A | undefined
  /** Why the last read failed. `value` keeps the earlier result. */
  readonly failure: string | undefined
  readonly refresh: () => void
}

const newest = new Map<string, Signal>()

// Nothing stays in the tab after a session.
effect(() => {
  if (sessionState.value !== "OPEN") newest.clear()
})

const newestOf = <A>(path: string): Signal<A | undefined> => {
  const list = newest.get(path) ?? signal(undefined)
  newest.set(path, list)
  // A path always has values of the same type.
  return list as Signal<A | undefined>
}

/** Reads `path` immediately, and again every few seconds until the component is removed. Reads nothing without a path. */
export const useLiveData = <A>(path: string | undefined): LiveData<A> => {
  const list = path === undefined ? undefined : newestOf<A>(path)
  const failure = useSignal<string | undefined>(undefined)
  const refresh = () => {
    if (path === undefined || list === undefined) return
    readList<A>(path).then(
      (next) => {
        list.value = next
        failure.value = undefined
      },
      (error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error)
      }
    )
  }
  useEffect(() => {
    failure.value = undefined
    refresh()
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), pause)
    return () => clearInterval(timer)
  }, [path])
  return { value: list?.value, failure: failure.value, refresh }
}
