import json, unittest
from company_site import start_site
from connector import Company
from sheaf_connector import Calls, key_of

call = Calls(Company(start_site()), key_of("a key"))


def step(name, body):
    return json.loads(call(name, body)[2])


def begin(password):
    login = {"type": "USERNAME_PASSWORD", "username": "mari", "password": password}
    return step("begin", {"company": "COMPANY", "products": ["INSURANCE"], "loginMethod": "USERNAME_AND_PASSWORD", "login": login})


class ConnectorTest(unittest.TestCase):
    def test_collects_a_policy_and_its_document_after_the_code(self):
        code = {"type": "INPUT", "input": {"type": "TWO_FACTOR_CODE", "value": "246810"}}
        collecting = step("resume", {"session": begin("kuldnokk")["session"], "signal": code})
        end = step("resume", {"session": collecting["session"], "signal": {"type": "TICK"}})
        record = end["collected"]["insurance"][0]
        self.assertEqual(record["insurance"]["registrationNo"], "482 KPT")
        document = {"session": end["session"], "documentId": record["documents"][0]["documentId"]}
        self.assertTrue(call("document", document)[2].startswith(b"Policy AB-40817"))

    def test_rejects_a_wrong_password(self):
        self.assertEqual(begin("wrong")["status"], "INCORRECT_CREDENTIALS")
