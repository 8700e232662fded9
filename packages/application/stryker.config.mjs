import { mutationOf } from "../../stryker.shared.mjs"

const rooms = ["collections", "companies", "consents", "durable", "users"]

// Model-based tests cover nearly every line, and take seconds for each mutant. Other tests must catch the mutants.
const slow = ["consents/Model.test.ts"]

export default mutationOf({ name: "application", rooms, slow, threshold: 85 })
