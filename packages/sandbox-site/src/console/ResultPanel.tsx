/**
 * Shows the records that a run has read, as cards with kinds and sums. Beside them, shows the JSON that a program
 * receives.
 */
import type { CollectedData } from "@sheaf/client"
import { KindIcon } from "@sheaf/web/components/KindIcon"
import { useEffect, useRef } from "preact/hooks"
import * as Records from "./calls/CollectedRecords.ts"
import type { RecordCard, RecordGroup } from "./calls/CollectedRecords.ts"
import { CodeBlock } from "./CodeBlock.tsx"

const Card = ({ details, icon, kind, name, sum, sumNote }: RecordCard) => (
  <li class="record">
    <KindIcon kind={icon} />
    <div class="record__what">
      <p class="record__kind">{kind}</p>
      <p class="record__name">{name}</p>
      {details.map((detail) => (
        <p key={detail} class="record__detail">
          {detail}
        </p>
      ))}
    </div>
    {sum !== undefined && (
      <p class="record__sum">
        <strong>{Records.formatMoney(sum)}</strong>
        <span>{sumNote}</span>
      </p>
    )}
  </li>
)

const Group = ({ cards, group }: { readonly group: RecordGroup; readonly cards: ReadonlyArray<RecordCard> }) => (
  <section class="records" aria-label={Records.groupNames[group].title}>
    <div class="records__head">
      <h3>{Records.groupNames[group].title}</h3>
      <p>{group !== "insurance" && cards.length > 1 && `${Records.totalsOf(cards).join(" + ")} together`}</p>
    </div>
    <ul>
      {cards.map((card) => (
        <Card key={card.id} {...card} />
      ))}
    </ul>
  </section>
)

export interface ResultPanelProps {
  readonly data: CollectedData
  /** True if a person has just pressed the button that reads the data. The page then scrolls to the data. */
  readonly isNew: boolean
}

export const ResultPanel = ({ data, isNew }: ResultPanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isNew) return
    heading.current?.scrollIntoView({ block: "start" })
    heading.current?.focus({ preventScroll: true })
  }, [isNew])
  const cards = Records.cardsOf(data)
  const records = [...data.insurance, ...data.wealth]
  return (
    <section class="panel panel--result" aria-labelledby="result">
      <h2 id="result" ref={heading} tabIndex={-1}>
        {Records.summaryOf(cards)}
      </h2>
      <div class="result">
        <div class="result__cards">
          {[...Map.groupBy(cards, ({ group }) => group)].map(([group, cards]) => (
            <Group key={group} group={group} cards={cards} />
          ))}
        </div>
        {records.length > 0 && (
          <CodeBlock language="json" label="records as JSON" text={JSON.stringify(records, null, 2)} />
        )}
      </div>
    </section>
  )
}
