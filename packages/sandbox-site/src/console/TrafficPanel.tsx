/**
 * What a client's program sees of a run: its requests, the events that the service lists, and the webhooks that the
 * page's own endpoint has received.
 */
import { Badge } from "@sheaf/web/components/Badge"
import { Button } from "@sheaf/web/components/Button"
import type { SheafEvent } from "@sheaf/client"
import { CodeBlock } from "./CodeBlock.tsx"
import * as EventFeed from "./calls/EventFeed.ts"
import { Exchange } from "./Exchange.tsx"
import { MessageBlock } from "./MessageBlock.tsx"
import type { ScenarioRun } from "./calls/ScenarioRun.ts"
import * as WebhookInbox from "./calls/WebhookInbox.ts"
import { TabList } from "./TabList.tsx"

const time = (at: string | number): string => new Date(at).toLocaleTimeString("en-GB")

const Requests = ({ run }: { readonly run: ScenarioRun }) => (
  <>
    <p class="soft">Polls without a change are omitted.</p>
    {run.exchanges.all.value.map((exchange) => (
      <Exchange key={exchange.number} {...exchange} />
    ))}
  </>
)

const Events = ({ events }: { readonly events: ReadonlyArray<SheafEvent> }) => (
  <>
    {EventFeed.loadError.value !== undefined && <p role="alert">{EventFeed.loadError.value}</p>}
    {events.length === 0 && <p class="soft">This run has caused no event yet.</p>}
    {events.map((event) => (
      <details key={event.eventId} class="exchange">
        <summary>
          <code>{event.type}</code>
          <span class="exchange__time">{time(event.timestamp)}</span>
        </summary>
        <CodeBlock title="JSON" language="json" label="event" text={JSON.stringify(event, null, 2)} />
      </details>
    ))}
  </>
)

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
    {WebhookInbox.messages.value.map(({ body, headers, number, receivedAt, signature }) => (
      <details key={number} class="exchange">
        <summary>
          <code>{typeIn(body)}</code>
          <Badge tone={signature === "VALID" ? "success" : "danger"}>signature {signature.toLowerCase()}</Badge>
          <span class="exchange__time">{time(receivedAt)}</span>
        </summary>
        <MessageBlock
          title="Webhook"
          label="webhook"
          text={JSON.stringify(JSON.parse(body), null, 2)}
          headers={Object.entries(headers)}
        />
      </details>
    ))}
    <Endpoint />
  </>
)

export const TrafficPanel = ({ run }: { readonly run: ScenarioRun }) => {
  const id = run.id.value
  const events = EventFeed.events.value.filter((event) => id !== undefined && EventFeed.subjectOf(event) === id)
  return (
    <section class="panel panel--traffic" aria-labelledby="traffic">
      <h2 id="traffic">What your program sees</h2>
      <TabList
        label="What your program sees"
        tabs={[
          { title: "Requests", count: run.exchanges.all.value.length, content: () => <Requests run={run} /> },
          { title: "Events", count: events.length, content: () => <Events events={events} /> },
          { title: "Webhooks", count: WebhookInbox.messages.value.length, content: () => <Inbox /> }
        ]}
      />
    </section>
  )
}
