/** Runs the contract suites of ports whose adapters need no further tests. */
import { animatedQrContract, tokensContract } from "@sheaf/ports/testing"
import { AnimatedQrLive } from "../src/index.ts"
import * as TokenFixtures from "./auth/TokenFixtures.ts"

animatedQrContract("HMAC-SHA256", AnimatedQrLive.layer)
tokensContract("Sheaf's own signatures", TokenFixtures.layer())
