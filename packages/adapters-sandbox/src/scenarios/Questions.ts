/** The questions of simulated companies, by the words that scripts use for them (spec 2.5). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import { Question } from "@sheaf/domain/SupplementInfo"
import { Schema, Struct } from "effect"
import * as DataFile from "../data/DataFile.ts"
import data from "../data/questions.json" with { type: "json" }

/** A question with its status and its extra information. */
const QuestionPrompt = Schema.Struct({
  status: CollectionStatus,
  question: Question,
  information: ExtraInformation,
  /** Shows a reference number to enter into the security token. */
  reference: Schema.optionalKey(Schema.Literal(true)),
  /** Instructions that replace the default, by two-factor method. */
  instructions: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type QuestionPrompt = typeof QuestionPrompt.Type

export const Questions = Schema.Record(Schema.Literals(Struct.keys(data)), QuestionPrompt)

export const questions = DataFile.read(Questions, data)

/** A code that all simulated companies reject. */
export const wrongCode = "0000"

export const wrongCodeStatus = "INCORRECT_TWO_FACTOR_CODE" satisfies CollectionStatus
