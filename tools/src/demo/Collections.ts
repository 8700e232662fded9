/** Runs a collection for each family of login methods, and prints every step. */
import type { Collection, InitiateCollectionRequest, MonetaryAmount, SheafClient, WealthRecord } from "@sheaf/client"
import { printLine, makeStatusPrinter } from "./Output.ts"

interface Show {
  readonly title: string
  readonly request: InitiateCollectionRequest
  readonly code?: string
}

const company = "se-nordhem"
const person = { type: "SWEDISH_EID", personalNumber: "199001012385" } as const

const shows: ReadonlyArray<Show> = [
  {
    title: "A user name and a password",
    request: {
      company,
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
    }
  },
  {
    title: "An e-mail address, in France",
    request: {
      company: "fr-rivage",
      loginMethod: "EMAIL",
      parameters: [{ type: "EMAIL", email: "margaux@example.com" }]
    }
  },
  {
    title: "A two-factor code",
    request: {
      company,
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "a-password" }]
    },
    code: "123456"
  },
  {
    title: "The Swedish electronic ID, on another device",
    request: { company, loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_TEST", parameters: [person] }
  },
  {
    title: "A security token",
    request: { company, loginMethod: "SWEDISH_SECURITY_TOKEN", parameters: [person] },
    code: "12345678"
  }
]

const money = (value: MonetaryAmount | undefined): string =>
  value === undefined ? "" : `, ${value.amount} ${value.currency}`

const papers = (documents: ReadonlyArray<{ readonly name: string }> = []): string =>
  documents.map(({ name }) => ` [${name}]`).join("")

const worthOf = (record: WealthRecord): MonetaryAmount | undefined =>
  "bookedBalance" in record ? record.bookedBalance : record.financialInformation?.currentValue

export const printRecords = async (collection: Collection): Promise<void> => {
  const { insurance, wealth } = await collection.data()
  for (const { documents, insurance: contract } of insurance) {
    const { insuranceName, insuranceSubType, premium } = contract
    printLine(`      ${insuranceSubType}: ${insuranceName}${money(premium?.amount)}${papers(documents)}`)
  }
  for (const record of wealth) {
    printLine(`      ${record.type}: ${record.productName}${money(worthOf(record))}${papers(record.documents)}`)
  }
}

const show = async (sheaf: SheafClient, { code, request, title }: Show): Promise<void> => {
  printLine(`\n${title}: ${request.company}, ${request.loginMethod}`)
  const collection = await sheaf.collections.start(request)
  const print = makeStatusPrinter()
  await collection.finished({
    onStatus: ({ extraInformation, status }) => print(status, extraInformation),
    onInput: {
      TWO_FACTOR_CODE: () => {
        printLine(`   -> ${code}`)
        return code ?? ""
      }
    }
  })
  await printRecords(collection)
}

export const showCollections = async (sheaf: SheafClient): Promise<void> => {
  for (const each of shows) await show(sheaf, each)
}
