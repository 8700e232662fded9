/**
 * Shows the story of the object with a given id: what happened and why, which events were delivered, and who did what.
 */
import { useSignal } from "@preact/signals"
import type { Story, StoryKind } from "@sheaf/domain/OperatorViews"
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { Badge } from "../components/Badge.tsx"
import { AuditTable } from "./AuditTable.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { EndpointFacts } from "./StoryEndpoint.tsx"
import { Explanation } from "./StoryExplanation.tsx"
import { FactList } from "./FactList.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { sendRequest } from "./OperatorSession.ts"
import { PageTitle } from "./PageTitle.tsx"
import { ClientName, CompanyLink, nameOf } from "./Names.tsx"
import { Timeline } from "./StoryTimeline.tsx"
import { toneOf } from "./Statuses.ts"
import { Constant, EventType, Method, wordsOf } from "./Words.tsx"

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

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

/** How to show the facts that are not plain text. */
const shownFacts: Readonly<Record<string, (value: string) => ComponentChildren>> = {
  client: (clientId) => <ClientName clientId={clientId} />,
  company: (company) => <CompanyLink company={company} />,
  method: (method) => (
    <span class="pair">
      <Method>{method}</Method>
      <code>{method}</code>
    </span>
  ),
  failure: (code) => <code>{code}</code>,
  reason: (reason) => (reason === reason.toUpperCase() ? <code>{reason}</code> : sentence(reason)),
  purpose: (purpose) => <Constant>{purpose}</Constant>,
  disabled: (reason) => <Constant>{reason}</Constant>,
  type: (type) => <EventType>{type}</EventType>
}

/** The facts without the status, which stands beside the title. */
const Facts = ({ facts: { status: _, ...facts }, links }: Pick<Story, "facts" | "links">) => (
  <section class="story__aside" aria-label="Facts">
    <FactList
      facts={[
        ...Object.entries(facts).map(([name, value]) => [sentence(name), shownFacts[name]?.(value) ?? value] as const),
        ...[...Map.groupBy(links, ({ name }) => name)].map(
          ([name, all]) =>
            [
              sentence(name),
              ...all.map((link) => (
                <span key={link.id} class="copyable">
                  <a href={`#/search/${link.id}`}>
                    <code>{link.id}</code>
                  </a>
                  <CopyButton value={link.id} />
                </span>
              ))
            ] as const
        )
      ]}
    />
  </section>
)

/** The parent pages of objects that have no company. */
const parents: Readonly<Partial<Record<StoryKind, { readonly title: string; readonly route: string }>>> = {
  MONITOR: { title: "Monitors", route: "monitors" },
  WEBHOOK_ENDPOINT: { title: "Deliveries", route: "deliveries" },
  EVENT: { title: "Deliveries", route: "deliveries" },
  CERTIFICATE: { title: "Certificates", route: "certificates" }
}

const Title = ({ facts: { company, status }, id, kind }: Pick<Story, "facts" | "id" | "kind">) => (
  <PageTitle
    id={id}
    title={company === undefined ? kinds[kind] : `${kinds[kind]} at ${nameOf(company)}`}
    parent={
      company === undefined
        ? (parents[kind] ?? { title: "Overview", route: "overview" })
        : { title: nameOf(company), route: `companies/${company}` }
    }
  >
    {status !== undefined && <Badge tone={toneOf(kind, status)}>{wordsOf(status)}</Badge>}
  </PageTitle>
)

const Found = ({ story }: { readonly story: Story }) => {
  // Each visit to this page adds an audit record, which says nothing about the object.
  const { others = [], reads = [] } = Object.groupBy(story.audit, ({ action, subject }) =>
    action === "STORY_READ" && Object.values(subject).includes(story.id) ? "reads" : "others"
  )
  return (
    <>
      <Title {...story} />
      <Explanation story={story} />
      {story.kind === "WEBHOOK_ENDPOINT" && <EndpointFacts id={story.id} />}
      <div class="story">
        {(Object.keys(story.facts).length > 0 || story.links.length > 0) && <Facts {...story} />}
        <Timeline story={{ ...story, audit: others }} />
      </div>
      <AuditTable
        caption="Audit records"
        empty="No audit record mentions it."
        entries={others.toReversed()}
        except={story.id}
      />
      {reads.length > 0 && (
        <p class="note">Read by operators {reads.length === 1 ? "once" : `${reads.length} times`}.</p>
      )}
      {!story.isComplete && <p class="note">There are older audit records. Only the newest ones were searched.</p>}
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
      {story.value === undefined && (
        <PageTitle title="Search" id={id} parent={{ title: "Overview", route: "overview" }} />
      )}
      {failure.value === undefined ? (
        <LiveValue live={{ value: story.value, failure: undefined, refresh: () => {} }}>
          {(found) => <Found story={found} />}
        </LiveValue>
      ) : (
        <div class="charts__none" role="alert">
          <p class="strong">{failure.value}</p>
          <p>
            Check that the id is complete, and that it comes from this service. Erased objects are found as long as the
            audit log mentions them.
          </p>
        </div>
      )}
    </>
  )
}
