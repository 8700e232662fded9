/** The search box, which finds anything by its id. On a phone, it stays behind a button until somebody needs it. */
import { signal, useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { Button } from "../components/Button.tsx"

/**
 * The format of all ids. Other text is rejected, so that it gets into neither the URL nor the history. The service
 * checks ids more strictly.
 */
const idPattern = /^[\da-f:-]{24,64}$/i

/** True while the box says that it does not accept its text. */
export const isRefused = signal(false)

export const SearchBox = () => {
  const text = useSignal("")
  const isOpen = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  // Focuses the field before it is painted, so that nothing typed gets lost.
  useLayoutEffect(() => {
    if (isOpen.value) field.current?.focus()
  }, [isOpen.value])
  useEffect(() => {
    const forget = () => {
      text.value = ""
      isRefused.value = false
      isOpen.value = false
    }
    addEventListener("hashchange", forget)
    return () => removeEventListener("hashchange", forget)
  }, [])
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const id = text.value.trim()
    isRefused.value = !idPattern.test(id)
    if (isRefused.value) return
    location.hash = `#/search/${id}`
  }
  return (
    <>
      <Button kind="quiet" label="Search" isExpanded={isOpen.value} onPress={() => (isOpen.value = !isOpen.value)}>
        <svg viewBox="0 0 16 16" width="18" height="18" fill="none" stroke="currentColor" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" stroke-width="1.6" />
          <path d="M10.5 10.5 14 14" stroke-width="1.6" stroke-linecap="round" />
        </svg>
      </Button>
      <form role="search" class={isOpen.value ? "search search--open" : "search"} onSubmit={search}>
        <label class="visually-hidden" for="search">
          Search for an id
        </label>
        <input
          id="search"
          ref={field}
          type="search"
          autoComplete="off"
          spellcheck={false}
          placeholder="Find by id"
          aria-invalid={isRefused.value}
          aria-describedby={isRefused.value ? "search-error" : undefined}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            isRefused.value = false
          }}
        />
        {isRefused.value && (
          <p id="search-error" class="search__error" role="alert">
            Enter a whole id: of a collection, consent, user, session, monitor, endpoint, event or request, or a
            certificate's serial number. Names and personal numbers are not accepted.
          </p>
        )}
      </form>
    </>
  )
}
