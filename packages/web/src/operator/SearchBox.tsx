/** The search box, which finds anything by its id. */
import { useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"

/**
 * The format of all ids. Other text is rejected, so that it gets into neither the URL nor the history. The service
 * checks ids more strictly.
 */
const idPattern = /^[\da-f:-]{24,64}$/i

export const SearchBox = () => {
  const text = useSignal("")
  const isRefused = useSignal(false)
  useEffect(() => {
    const forget = () => {
      text.value = ""
      isRefused.value = false
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
    <form role="search" class="search" onSubmit={search}>
      <label class="visually-hidden" for="search">
        Search for an id
      </label>
      <input
        id="search"
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
          Enter a whole id: of a collection, consent, user, session, event or request, or a certificate's serial number.
          Names and personal numbers are not accepted.
        </p>
      )}
    </form>
  )
}
