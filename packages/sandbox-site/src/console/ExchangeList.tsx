/** Lists a run's requests and responses. Each request can be opened to see the code that sends it, and the response. */
import type { HttpExchange } from "./calls/Exchanges.ts"
import { Badge } from "@sheaf/web/components/Badge"
import { CodeBlock } from "./CodeBlock.tsx"
import { apiKey, version } from "./calls/ServiceClient.ts"
import { curlCommandOf, requestTextOf, responseTextOf, typescriptCodeOf } from "./calls/Snippets.ts"
import { TabList } from "./TabList.tsx"

const Exchange = (exchange: HttpExchange) => {
  const { duration, method, number, path, status } = exchange
  return (
    <details class="exchange" open={number === 1}>
      <summary>
        <span class="exchange__number">{number}</span>
        <code>
          {method} {path}
        </code>
        <Badge tone={status < 400 ? "success" : "danger"}>{String(status)}</Badge>
        <span class="exchange__time">{Math.round(duration)} ms</span>
      </summary>
      <TabList
        label={`Request ${number}`}
        tabs={[
          {
            title: "curl",
            content: () => <CodeBlock language="curl" label="curl command" text={curlCommandOf(exchange)} />
          },
          {
            title: "TypeScript",
            content: () => (
              <CodeBlock language="typescript" label="TypeScript" text={typescriptCodeOf(exchange, version, apiKey)} />
            )
          },
          {
            title: "HTTP",
            content: () => <CodeBlock language="http" label="HTTP request" text={requestTextOf(exchange)} />
          }
        ]}
      />
      <h3>Response</h3>
      <CodeBlock language="http" label="response" text={responseTextOf(exchange)} />
    </details>
  )
}

export const ExchangeList = ({ exchanges }: { readonly exchanges: ReadonlyArray<HttpExchange> }) => (
  <section class="panel panel--exchanges" aria-labelledby="exchanges">
    <h2 id="exchanges">Requests and responses</h2>
    <p class="soft">Polls without a change are omitted.</p>
    {exchanges.map((exchange) => (
      <Exchange key={exchange.number} {...exchange} />
    ))}
  </section>
)
