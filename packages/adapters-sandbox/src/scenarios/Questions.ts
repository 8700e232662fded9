/** The questions that simulated companies ask, by the names that scripts use (spec 2.5). */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import { Question } from "@sheaf/domain/SupplementInfo"
import { Schema, Struct } from "effect"
import * as DataFile from "../data/DataFile.ts"
import data from "../data/questions.json" with { type: "json" }

const QuestionPrompt = Schema.Struct({
  status: CollectionStatus,
  question: Question,
  information: ExtraInformation,
  /** Shows a reference number that the person enters into the security token. */
  reference: Schema.optionalKey(Schema.Literal(true)),
  /** Overrides the default instructions for individual two-factor methods. */
  instructions: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
export type QuestionPrompt = typeof QuestionPrompt.Type

export const Questions = Schema.Record(Schema.Literals(Struct.keys(data)), QuestionPrompt)

export const questions = DataFile.read(Questions, data)

export const wrongCode = "0000"

export const wrongCodeStatus = "INCORRECT_TWO_FACTOR_CODE" satisfies CollectionStatus
