/** The search box, which finds anything by its id. On a phone, it stays behind a button until somebody needs it. */
import { useSignal } from "@preact/signals"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { Button } from "../components/Button.tsx"

/**
 * The format of all ids. Other text is rejected, so that it gets into neither the URL nor the history. The service
 * checks ids more strictly.
 */
const idPattern = /^[\da-f:-]{24,64}$/i

export const SearchBox = () => {
  const text = useSignal("")
  const isOpen = useSignal(false)
  const isRefused = useSignal(false)
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
    // Otherwise, the help would cover what was found.
    field.current?.blur()
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
          aria-describedby="search-ids"
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            isRefused.value = false
          }}
        />
        <div class={isRefused.value ? "search__help search__help--refused" : "search__help"}>
          {isRefused.value && (
            <p role="alert" class="search__refusal">
              This is not an id. Names and personal numbers are not accepted.
            </p>
          )}
          <p id="search-ids">
            Finds a whole id of a collection, consent, user, Connect session, monitor, webhook endpoint, event or
            request, and a certificate's serial number.
          </p>
        </div>
      </form>
    </>
  )
}
