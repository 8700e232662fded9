/**
 * What personal numbers make happen where the client logs in from its own device (spec 2.7; decisions 16): the client
 * executes requests at the sandbox's login host, or posts the responses that the list has prepared.
 */
import type { SignatureScript } from "../clientSide/SignatureScript.ts"
import { end, logInFromDevice, show } from "./Beat.ts"
import type { Course } from "./Beat.ts"
import type { ByClientSide } from "./Scenario.ts"

/** What happens in every scenario: how it ends depends on what the client finds at the site. */
export const logsInFromDevice: Course = [
  show("LOGIN"),
  logInFromDevice,
  show("COLLECTING"),
  end("COMPLETED", { share: "ALL" })
]

/** What a person does whose personal number names no scenario: signs, without being told of. */
export const signsForAnybody: SignatureScript = { signatures: ["PENDING", "COMPLETE"], signer: "NOT_TOLD" }

const clientSide = (
  key: string,
  scenario: string,
  description: string,
  script: SignatureScript,
  course: Course = logsInFromDevice
): ByClientSide => ({
  scenario,
  description,
  route: "CLIENT_SIDE",
  key,
  company: "se-nordhem",
  course,
  script
})

export const clientSideScenarios: ReadonlyArray<ByClientSide> = [
  clientSide(
    "199001012385",
    "client-side",
    "The client executes the requests, and the person signs while the company is asked three times; ends with data.",
    { signatures: ["PENDING", "PENDING", "COMPLETE"], signer: "EXPECTED" }
  ),
  clientSide("199001022392", "client-side-cancelled", "The person cancels while the company is asked.", {
    signatures: ["PENDING", "CANCELLED"],
    signer: "NOT_TOLD"
  }),
  clientSide("199001032383", "client-side-refused", "The company refuses to let the electronic ID begin.", {
    signatures: ["PENDING"],
    signer: "NOT_TOLD",
    refused: true
  }),
  clientSide("199001042390", "client-side-mismatch", "Another person signs than the one who was named.", {
    signatures: ["PENDING", "COMPLETE"],
    signer: "ANOTHER"
  }),
  clientSide(
    "199001062398",
    "client-side-company-mismatch",
    "The person signs, as the client says. The company says that it was another person, and that counts.",
    { signatures: ["COMPLETE"], signer: "EXPECTED" },
    [
      show("LOGIN"),
      logInFromDevice,
      show("COLLECTING", { companyTells: "ANOTHERS" }),
      end("COMPLETED", { share: "ALL" })
    ]
  ),
  clientSide("199001052381", "client-side-unanswered", "The person never signs: the time for it runs out.", {
    signatures: ["PENDING"],
    signer: "NOT_TOLD"
  })
]
