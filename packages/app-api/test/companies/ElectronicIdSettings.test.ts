/** The providers of electronic IDs in the configuration file, and all faults for which Sheaf rejects them (spec 17). */
import { describe } from "@effect/vitest"
import { testRejected, testRejectedOutbound } from "../service/SettingsFixtures.ts"

const url = "https://eid.example/rp/v6.0"

/** A connector whose people Sheaf identifies. */
const identifying = {
  url: "https://connector.example",
  companies: [
    {
      company: "ee-saare",
      companyDisplayName: "Saare Kindlustus",
      loginMethods: ["SMART_ID"],
      wealth: ["ISK"],
      identifiedBySheaf: true
    }
  ]
} as const

describe("the providers of electronic IDs in the configuration file", () => {
  testRejected([
    [{ electronicId: {} }, "electronicId.url is required"],
    [{ electronicId: { url, timeoutSeconds: 61 } }, "timeoutSeconds"],
    [{ electronicId: { url, endUserIp: "localhost" } }, "electronicId.endUserIp: expected an IPv4 or IPv6 address"],
    [
      { electronicId: { url, qrPrefix: "bankid" } },
      "electronicId.qrPrefix: does not belong to an entry without scheme"
    ],
    [
      { electronicId: { url, scheme: "bankid", endUserIp: "192.0.2.1" } },
      "electronicId.endUserIp: does not belong to bankid"
    ],
    ...["mrtd", "pinCode", "requiresEndUserIp", "returnRisk"].map(
      (member) =>
        [
          { electronicId: { url, scheme: "mobile-id", [member]: true } },
          `electronicId.${member}: does not belong to mobile-id`
        ] as const
    ),
    ...["relyingPartyName", "trustFile", "flow"].map(
      (member) =>
        [
          { electronicId: [{ url, scheme: "bankid", [member]: "notification" }] },
          `electronicId.0.${member}: does not belong to bankid`
        ] as const
    ),
    [
      { connectors: [identifying] },
      "connectors.0.companies.0.identifiedBySheaf: needs an entry in electronicId with scheme smart-id"
    ],
    [
      {
        connectors: [
          {
            ...identifying,
            testUrl: "https://tests.example",
            companies: [
              { ...identifying.companies[0], company: "se-saare", loginMethods: ["SWEDISH_MOBILE_EID_ANY_DEVICE"] }
            ]
          }
        ],
        electronicId: { url, scheme: "bankid" }
      },
      "connectors.0.testUrl: the _TEST methods of se-saare need test in the bankid entry of electronicId"
    ],
    [{ electronicId: { url, scheme: "smart-id" } }, "electronicId.trustFile is required with smart-id"],
    [{ electronicId: { url, scheme: "freja" } }, "electronicId.scheme"],
    [
      {
        electronicId: [
          { url, scheme: "bankid" },
          { url, scheme: "bankid" }
        ]
      },
      "electronicId.1.scheme: another entry serves bankid"
    ],
    [{ electronicId: [{ url }, { url, scheme: "bankid" }] }, "electronicId.1.scheme: another entry serves bankid"]
  ])

  testRejectedOutbound("electronicId", (more) => ({ electronicId: { url, ...more } }))
})
