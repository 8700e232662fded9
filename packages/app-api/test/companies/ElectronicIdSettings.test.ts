/**
 * Tests the electronic ID providers in the configuration file, including every error that Sheaf reports for them (spec
 * 17).
 */
import { describe } from "@effect/vitest"
import { testRejected, testRejectedOutbound } from "../service/SettingsFixtures.ts"

const url = "https://eid.example/rp/v6.0"

const relyingParty = {
  relyingPartyUuid: "00000000-0000-4000-8000-000000000000",
  relyingPartyName: "DEMO",
  trustFile: "/nowhere"
}

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
    [{ electronicId: { url, qrPrefix: "bankid" } }, "electronicId.qrPrefix is unknown; expected one of scheme, "],
    [
      { electronicId: { url, scheme: "bankid", endUserIp: "192.0.2.1" } },
      "electronicId.endUserIp is unknown; expected one of scheme, "
    ],
    ...["mrtd", "pinCode", "requiresEndUserIp", "returnRisk"].map(
      (member) =>
        [
          { electronicId: { url, scheme: "mobile-id", [member]: true } },
          `electronicId.${member} is unknown; expected one of scheme, `
        ] as const
    ),
    ...["relyingPartyName", "trustFile", "flow"].map(
      (member) =>
        [
          { electronicId: [{ url, scheme: "bankid", [member]: "notification" }] },
          `electronicId.0.${member} is unknown; expected one of scheme, `
        ] as const
    ),
    [
      { electronicId: { url, scheme: "bankid", test: { url, relyingPartyName: "Acme" } } },
      "electronicId.test.relyingPartyName is unknown; expected one of "
    ],
    [
      { electronicId: { url, scheme: "mobile-id", ...relyingParty, test: { url, schemeName: "smart-id-demo" } } },
      "electronicId.test.schemeName is unknown; expected one of "
    ],
    [{ electronicId: { url, scheme: "smart-id", risk: "LOW", ...relyingParty } }, "electronicId.risk is unknown"],
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
    [{ electronicId: { url, scheme: "smart-id" } }, "electronicId.trustFile is required"],
    ...["freja", "", 7, null].map(
      (scheme) =>
        [{ electronicId: { url, scheme } }, "electronicId.scheme: expected one of bankid, smart-id, mobile-id"] as const
    ),
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
