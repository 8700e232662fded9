/** One of a run's requests, which can be opened to see the code that sends it, and the response. */
import type { HttpExchange } from "./calls/Exchanges.ts"
import { Badge } from "@sheaf/web/components/Badge"
import { CodeBlock } from "./CodeBlock.tsx"
import { MessageBlock } from "./MessageBlock.tsx"
import { apiKey, version } from "./calls/ServiceClient.ts"
import { curlCommandOf, requestTextOf, responseHeadersOf, responseTextOf, typescriptCodeOf } from "./calls/Snippets.ts"
import { TabList } from "./TabList.tsx"

export const Exchange = (exchange: HttpExchange) => {
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
      <div class="exchange__sides">
        <TabList
          label={`Request ${number}`}
          tabs={[
            {
              title: "curl",
              content: () => (
                <CodeBlock title="curl" language="curl" label="curl command" text={curlCommandOf(exchange)} />
              )
            },
            {
              title: "TypeScript",
              content: () => (
                <CodeBlock
                  title="TypeScript"
                  language="typescript"
                  label="TypeScript"
                  text={typescriptCodeOf(exchange, version, apiKey)}
                />
              )
            },
            {
              title: "HTTP",
              content: () => (
                <CodeBlock title="HTTP" language="http" label="HTTP request" text={requestTextOf(exchange)} />
              )
            }
          ]}
        />
        <MessageBlock
          title="Response"
          label="response"
          text={responseTextOf(exchange)}
          headers={responseHeadersOf(exchange)}
        />
      </div>
    </details>
  )
}
