/** The search for any id, and its story: what happened, which events were delivered, and who did what. */
import { useSignal } from "@preact/signals"
import type { CompanyHealth, Story, StoryKind } from "@sheaf/domain/OperatorViews"
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { AuditTable } from "./AuditTable.tsx"
import { useLiveData } from "./LiveData.ts"
import { LiveValue } from "./LiveValue.tsx"
import { sendRequest } from "./OperatorSession.ts"
import { PageTitle } from "./PageTitle.tsx"
import { Constant, Id, wordsOf } from "./Words.tsx"

/** What every id looks like. The service checks more, but nothing else may get into the address and the history. */
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

const kinds: Readonly<Record<StoryKind, string>> = {
  COLLECTION: "Collection",
  CONSENT: "Consent",
  USER: "User",
  CONNECT_SESSION: "Connect session",
  MONITOR: "Monitor",
  WEBHOOK_ENDPOINT: "Webhook endpoint",
  EVENT: "Event",
  CERTIFICATE: "Certificate",
  REQUEST: "Request",
  RECORDED: "Only in the audit log"
}

interface Moment {
  readonly at: string
  readonly kind: "status" | "event" | "delivery" | "audit"
  readonly what: string
  readonly isFailed?: boolean
}

const tones: Readonly<Record<string, BadgeTone>> = {
  COMPLETED: "success",
  ACTIVE: "success",
  FAILED: "danger",
  THIRD_PARTY_ERROR: "danger",
  FAILED_PDF_PARSE: "danger"
}

/** A status and what it means for the object share a moment, as in "FAILED, ended". */
const statusesOf = ({ steps }: Story): ReadonlyArray<Moment> =>
  [...Map.groupBy(steps, ({ at }) => at)].map(([at, all]) => {
    const isStatus = (what: string): boolean => what === what.toUpperCase()
    const names = all.map(({ what }) => what)
    return {
      at,
      what: [...names.filter(isStatus), ...names.filter((name) => !isStatus(name))].join(", "),
      kind: "status",
      isFailed: names.some((name) => tones[name] === "danger")
    }
  })

/** Everything that happened, oldest first. */
const momentsOf = (story: Story): ReadonlyArray<Moment> => {
  const { audit, deliveries, events } = story
  return [
    ...statusesOf(story),
    ...events.map(({ at, type }) => ({ at, what: type, kind: "event" as const })),
    ...deliveries.map(({ at, attempt, error, type }) => ({
      at,
      what: `${type}, attempt ${attempt}${error === undefined ? "" : `: ${error}`}`,
      kind: "delivery" as const,
      isFailed: error !== undefined
    })),
    ...audit.map(({ action, actor, at, outcome }) => ({
      at,
      what: `${action}${outcome === undefined ? "" : ` ${outcome}`} by ${actor["operator"] ?? actor["type"]}`,
      kind: "audit" as const
    }))
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const Timeline = ({ story }: { readonly story: Story }) => (
  <section class="story__timeline" aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    <ol>
      {momentsOf(story).map(({ at, isFailed = false, kind, what }, index, all) => (
        <li key={index} class={`moment moment--${kind}${isFailed ? " moment--failed" : ""}`}>
          <time dateTime={at}>
            {all[index - 1]?.at.slice(0, 10) !== at.slice(0, 10) && <span>{at.slice(0, 10)} </span>}
            {at.slice(11, 23)}
          </time>
          <span class="moment__what">{what}</span>
          <span class="moment__kind">{kind}</span>
        </li>
      ))}
    </ol>
  </section>
)

const Deliveries = ({ deliveries, id }: Story) => (
  <DataTable
    caption="Deliveries"
    empty="No event about it was sent to an endpoint."
    rows={deliveries.toReversed()}
    keyOf={({ at, endpointId, eventId }) => `${endpointId} ${eventId} ${at}`}
    columns={[
      { title: "Sent", cell: ({ at }) => <RelativeTime at={at} /> },
      {
        title: "Event",
        cell: ({ eventId, type }) => (eventId === id ? type : <a href={`#/search/${eventId}`}>{type}</a>)
      },
      {
        title: "Endpoint",
        isLong: true,
        cell: ({ endpointId }) => endpointId !== id && <Id>{endpointId}</Id>
      },
      { title: "Attempt", isNumber: true, cell: ({ attempt }) => attempt },
      {
        title: "Outcome",
        cell: ({ error, status }) => (
          <Badge tone={error === undefined ? "success" : "danger"}>
            {[wordsOf(error ?? "DELIVERED"), status].filter((part) => part !== undefined).join(" ")}
          </Badge>
        )
      },
      { title: "Duration", isNumber: true, cell: ({ durationMillis }) => `${durationMillis} ms` }
    ]}
  />
)

const useCompanyName = (company: string | undefined): string | undefined => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  return companies.value?.find((each) => each.company === company)?.name ?? company
}

/** How facts are shown that are not just text. */
const shownFacts: Readonly<Record<string, (value: string, name: string | undefined) => ComponentChildren>> = {
  company: (company, name) => <a href={`#/companies/${company}`}>{name}</a>,
  method: (method) => <Constant>{method}</Constant>,
  reason: (reason) => (reason === reason.toUpperCase() ? <Constant>{reason}</Constant> : reason)
}

/** The facts without the status, which stands beside the title. */
const Facts = ({ facts: { status: _, ...facts }, id, kind, links, name }: Story & { readonly name?: string }) => (
  <dl class="story__facts">
    <div>
      <dt>{kinds[kind]}</dt>
      <dd>
        <code>{id}</code>
      </dd>
    </div>
    {Object.entries(facts).map(([fact, value]) => (
      <div key={fact}>
        <dt>{fact}</dt>
        <dd>{shownFacts[fact]?.(value, name) ?? value}</dd>
      </div>
    ))}
    {[...Map.groupBy(links, ({ name }) => name)].map(([name, all]) => (
      <div key={name}>
        <dt>{name}</dt>
        {all.map((link) => (
          <dd key={link.id}>
            <a href={`#/search/${link.id}`}>
              <code>{link.id}</code>
            </a>
          </dd>
        ))}
      </div>
    ))}
  </dl>
)

const Title = ({ facts: { status }, kind, name }: Pick<Story, "facts" | "kind"> & { readonly name?: string }) => (
  <PageTitle title={name === undefined ? kinds[kind] : `${kinds[kind]} at ${name}`}>
    {status !== undefined && <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>}
  </PageTitle>
)

const Found = ({ story }: { readonly story: Story }) => {
  const name = useCompanyName(story.facts["company"])
  // Each visit of this page adds one, which says nothing about the object.
  const { others = [], reads = [] } = Object.groupBy(story.audit, ({ action, subject }) =>
    action === "STORY_READ" && Object.values(subject).includes(story.id) ? "reads" : "others"
  )
  return (
    <>
      <Title {...story} {...(name !== undefined && { name })} />
      <Facts {...story} {...(name !== undefined && { name })} />
      <Timeline story={{ ...story, audit: others }} />
      <Deliveries {...story} />
      <AuditTable
        caption="Audit records"
        empty="No audit record mentions it."
        entries={others.toReversed()}
        except={story.id}
      />
      {reads.length > 0 && (
        <p class="soft">Read by operators {reads.length === 1 ? "once" : `${reads.length} times`}.</p>
      )}
      {!story.isComplete && <p class="soft">There are older audit records. Only the newest ones were searched.</p>}
    </>
  )
}

export const StoryView = ({ id }: { readonly id: string }) => {
  const story = useSignal<Story | undefined>(undefined)
  const failure = useSignal<string | undefined>(undefined)
  useEffect(() => {
    const headers = { "content-type": "application/json" }
    story.value = failure.value = undefined
    sendRequest("stories", { method: "POST", headers, body: JSON.stringify({ id }) })
      .then((response) => response.json())
      .then(
        (found: Story) => (story.value = found),
        (error: unknown) => (failure.value = error instanceof Error ? error.message : String(error))
      )
  }, [id])
  return (
    <>
      {story.value === undefined && <PageTitle title="Story" />}
      <LiveValue live={{ value: story.value, failure: failure.value, refresh: () => {} }}>
        {(found) => <Found story={found} />}
      </LiveValue>
    </>
  )
}
