/** A run's events: those that the service lists, and those that the page's own webhook endpoint has received. */
import { Badge } from "@sheaf/web/components/Badge"
import { Button } from "@sheaf/web/components/Button"
import { CodeBlock } from "./CodeBlock.tsx"
import * as EventFeed from "./calls/EventFeed.ts"
import * as WebhookInbox from "./calls/WebhookInbox.ts"
import { TabList } from "./TabList.tsx"

const time = (at: string | number): string => new Date(at).toLocaleTimeString("en-GB")

/** An event's type, which a narrow column breaks after the dot. */
const EventType = ({ type }: { readonly type: string }) => {
  const [subject, ...rest] = type.split(".")
  return (
    <code>
      {subject}
      {rest.length > 0 && (
        <>
          .<wbr />
          {rest.join(".")}
        </>
      )}
    </code>
  )
}

const Events = ({ id }: { readonly id: string | undefined }) => {
  const own = EventFeed.events.value.filter((event) => id !== undefined && EventFeed.subjectOf(event) === id)
  return (
    <>
      {EventFeed.loadError.value !== undefined && <p role="alert">{EventFeed.loadError.value}</p>}
      {own.length === 0 && <p class="soft">This run has caused no event yet.</p>}
      {own.map((event) => (
        <details key={event.eventId} class="exchange">
          <summary>
            <EventType type={event.type} />
            <span class="exchange__time">{time(event.timestamp)}</span>
          </summary>
          <CodeBlock language="json" label="event" text={JSON.stringify(event, null, 2)} />
        </details>
      ))}
    </>
  )
}

const typeIn = (body: string): string => /"type":"([^"]+)"/.exec(body)?.[1] ?? "unknown"

/** Shows the state of the page's endpoint, with the button to change it. */
const Endpoint = () => {
  const { endpoint, messages } = WebhookInbox
  if (endpoint.value === undefined) return <p class="soft">The first run creates a webhook endpoint for this page.</p>
  if (endpoint.value === "REMOVED") {
    return (
      <>
        <p class="soft">This page has no webhook endpoint.</p>
        <Button kind="secondary" onPress={() => void WebhookInbox.startReceiving()}>
          Receive webhooks here
        </Button>
      </>
    )
  }
  return (
    <>
      {messages.value.length === 0 && <p class="soft">This page's webhook endpoint has received nothing yet.</p>}
      <Button kind="quiet" onPress={() => void WebhookInbox.removeEndpoint()}>
        Remove this page's endpoint
      </Button>
    </>
  )
}

const Inbox = () => (
  <>
    {WebhookInbox.loadError.value !== undefined && <p role="alert">{WebhookInbox.loadError.value}</p>}
    <Endpoint />
    {WebhookInbox.messages.value.map(({ body, headers, number, receivedAt, signature }) => (
      <details key={number} class="exchange">
        <summary>
          <EventType type={typeIn(body)} />
          <Badge tone={signature === "VALID" ? "success" : "danger"}>signature {signature.toLowerCase()}</Badge>
          <span class="exchange__time">{time(receivedAt)}</span>
        </summary>
        <CodeBlock
          language="http"
          label="webhook"
          text={[
            ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
            "",
            JSON.stringify(JSON.parse(body), null, 2)
          ].join("\n")}
        />
      </details>
    ))}
  </>
)

export const EventPanel = ({ id }: { readonly id: string | undefined }) => (
  <section class="panel panel--events" aria-labelledby="events">
    <h2 id="events">Events</h2>
    <TabList
      label="Events"
      tabs={[
        { title: "This run", content: () => <Events id={id} /> },
        { title: `Webhooks (${WebhookInbox.messages.value.length})`, content: () => <Inbox /> }
      ]}
    />
  </section>
)
