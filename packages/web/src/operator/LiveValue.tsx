/** Shows a live list, or explains why it is missing. */
import type { ComponentChildren } from "preact"
import type { LiveData } from "./LiveData.ts"

export interface LiveValueProps<A> {
  readonly live: LiveData<A>
  readonly children: (value: A) => ComponentChildren
}

export const LiveValue = <A,>({ children, live: { failure, value } }: LiveValueProps<A>) => (
  <>
    {failure !== undefined && (
      <p class="notice notice--danger" role="alert">
        {failure}
      </p>
    )}
    {value === undefined ? failure === undefined && <p class="loading soft">Loading…</p> : children(value)}
  </>
)
