/** Polls lists while the page is visible. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { readList } from "./OperatorSession.ts"

const pause = 5_000

export interface LiveData<A> {
  readonly value: A | undefined
  /** Why the last read failed. `value` keeps the earlier result. */
  readonly failure: string | undefined
  readonly refresh: () => void
}

/** Reads `path` immediately, and again every few seconds until the component is removed. Reads nothing without a path. */
export const useLiveData = <A>(path: string | undefined): LiveData<A> => {
  const value = useSignal<A | undefined>(undefined)
  const failure = useSignal<string | undefined>(undefined)
  const refresh = () => {
    if (path === undefined) return
    readList<A>(path).then(
      (next) => {
        value.value = next
        failure.value = undefined
      },
      (error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error)
      }
    )
  }
  useEffect(() => {
    value.value = undefined
    refresh()
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), pause)
    return () => clearInterval(timer)
  }, [path])
  return { value: value.value, failure: failure.value, refresh }
}
