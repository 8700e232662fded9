"""The connector for COMPANY. See docs/connector-kit.md in Sheaf's repository."""
import os, urllib.parse
from sheaf_connector import Refusal, ask_code, complete, fail, read_form, serve, show


def record_of(index, policy):
    number = policy["policyNumber"]
    insurance = {"market": "MARKET", "insuranceCompany": "COMPANY", "insuranceType": "vehicleInsurance", "insuranceSubType": "car",
                 "insuranceNumber": number, "startDate": policy["startDate"], "brand": policy["brand"],
                 "registrationNo": policy["registration"]}
    documents = [{"documentId": number, "name": f"Policy {number}", "contentType": "text/plain"}]
    return {"id": str(index + 1), "recordKey": number, "insurance": insurance, "documents": documents}


class Company:
    """The connector for the company's site at `home`. What a call leaves to the next is sealed into the session."""
    companies = ["COMPANY"]

    def __init__(self, home):
        self.home = home

    def begin(self, order, call):
        login = order["login"]
        if login["type"] != "USERNAME_PASSWORD":
            raise Refusal(422, "Unsupported login")
        site = call.site()
        action, fields = read_form(site.get(f"{self.home}/login"), "csrf", "username", "password")
        answer = site.post(action, {**fields, "username": login["username"], "password": login["password"]})
        if answer.status == 403:
            return fail("INCORRECT_CREDENTIALS", {"at": "ENDED"})
        if answer.status != 200:
            raise Refusal(502, "The company's login failed")
        return ask_code("Enter the code on your phone.", {"at": "CODE_WANTED", "cookies": site.cookies})

    def resume(self, state, signal, call):
        now, site = (state["at"], signal["type"]), call.site(state.get("cookies"))
        if now == ("CODE_WANTED", "INPUT") and signal["input"]["type"] == "TWO_FACTOR_CODE":
            answer = site.post(f"{self.home}/code", {"code": signal["input"]["value"]})
            if answer.status == 403:
                return fail("INCORRECT_TWO_FACTOR_CODE", {"at": "ENDED"})
            if answer.status != 200:
                raise Refusal(502, "The company does not accept codes")
            return show("COLLECTING", {"at": "CODE_ACCEPTED", "cookies": site.cookies}, 0)
        if now == ("CODE_ACCEPTED", "TICK"):
            answer = site.get(f"{self.home}/api/policies")
            if answer.status != 200:
                raise Refusal(502, "The company shows no policies")
            records = [record_of(index, policy) for index, policy in enumerate(answer.json()["policies"])]
            return complete({"at": "COLLECTED", "cookies": site.cookies}, insurance=records)
        raise Refusal(422, "The session does not wait for this")

    def document(self, state, document_id, call):
        if state["at"] != "COLLECTED":
            raise Refusal(422, "Unknown document")
        path = urllib.parse.quote(document_id, safe="")
        answer = call.site(state["cookies"]).get(f"{self.home}/policies/{path}/terms")
        if answer.status != 200:
            raise Refusal(422 if answer.status == 404 else 502, "Unknown document")
        return "text/plain", answer.content


if __name__ == "__main__":
    from company_site import start_site
    home = os.environ.get("COMPANY_URL") or start_site()
    serve(lambda base, key: Company(home))
