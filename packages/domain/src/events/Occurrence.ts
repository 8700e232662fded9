/** A type of event with its facts: everything that an event shows, in every version (decisions 17). */
import { Schema } from "effect"
import { CollectionFacts } from "./CollectionEvents.ts"
import { CompanyFacts } from "./CompanyEvents.ts"
import { ConsentFacts } from "./ConsentEvents.ts"
import { CollectionEventType, CompanyEventType, ConsentEventType, UserEventType } from "./EventType.ts"
import { UserFacts } from "./UserEvents.ts"

export const Occurrence = Schema.Union([
  Schema.Struct({ type: CollectionEventType, facts: CollectionFacts }),
  Schema.Struct({ type: ConsentEventType, facts: ConsentFacts }),
  Schema.Struct({ type: UserEventType, facts: UserFacts }),
  Schema.Struct({ type: CompanyEventType, facts: CompanyFacts })
])
export type Occurrence = typeof Occurrence.Type

/** The object that an event is about. An event about a company names only the company. */
export interface EventSubject {
  readonly collectionId?: string
  readonly consentId?: string
  readonly userId?: string
  readonly company?: string
}

/** Returns the subject of an event. */
export const subjectOf = ({ facts }: Pick<Occurrence, "facts">): EventSubject => {
  if ("collectionId" in facts) return { collectionId: facts.collectionId, company: facts.company }
  if ("consentId" in facts) return { consentId: facts.consentId, company: facts.company }
  return "userId" in facts ? { userId: facts.userId } : { company: facts.company }
}
