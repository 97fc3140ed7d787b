package config

import "slices"

// Variable is one variable of the environment. docs/configuration.md is written from this list.
type Variable struct {
	Name    string // a trailing underscore begins a family of names
	Default string // what holds without it; empty: nothing
	Meaning string
}

// Section is a group of variables with what they are for.
type Section struct {
	Title, Intro string
	Variables    []Variable
}

// Variables are all variables that Load and ReadSecrets read.
func Variables() []Section {
	all := []Section{
		{"Every process", "", []Variable{
			{"HERALD_NAME", "", "required: the prefix of the tables; table `t` is `<name>-t`"},
			{"HERALD_PUBLIC_URL", "", "origin of the console, without a trailing slash; no other page may open the websocket"},
			{"HERALD_WS_ENDPOINT", "", "management endpoint of the websocket stage, where API Gateway serves it"},
			{"HERALD_QUEUE_", "", "URL of each queue: `HERALD_QUEUE_SEND`, `_RECEIPT`, `_INBOUND`, `_JOB`, `_BUILD`, `_FILE`"},
			{"HERALD_BUCKET_", "", "name of each bucket: `HERALD_BUCKET_UPLOAD`, `_FILE`"},
			{"HERALD_TRUSTED_HOPS", "0", "number of your proxies in front of the gateway; each adds one address to `X-Forwarded-For`"},
			{"HERALD_AWS_DOMAIN", "amazonaws.com", "domain of the partition's services"},
		}},
		{"Secrets", "A secret lies in the parameter store, or in the environment. A process reads only the secrets of its function.", []Variable{
			{"HERALD_SECRETS", "", "path of the secrets in the parameter store, with a trailing slash"},
			{"HERALD_SECRET_", "", "one secret itself, for example `HERALD_SECRET_AUTH_KEY`; it has precedence over the parameter store"},
			{"HERALD_ORIGIN_KEY", "", "name of the parameter `origin/key` where it lies elsewhere; with a key, requests without it in " +
				"`X-Herald-Origin` are refused"},
		}},
	}
	return slices.Concat(all, messagingVariables(), paymentVariables(), hostVariables())
}

// messagingVariables are those of the channels.
func messagingVariables() []Section {
	return []Section{
		{"WhatsApp", "Used when it has a number.", []Variable{
			{"HERALD_WHATSAPP_URL", "", "base URL of the Cloud API"},
			{"HERALD_WHATSAPP_VERSION", "", "version in the path, for example `v23.0`"},
			{"HERALD_WHATSAPP_PHONE_NUMBER_ID", "", "sending numbers: `<id>[/<number>[/<messages a second>]],…`"},
			{"HERALD_WHATSAPP_WABA_ID", "", "id of the business account"},
			{"HERALD_WHATSAPP_RATE", "80", "messages a second of a number that names no rate"},
			{"HERALD_WHATSAPP_MEDIAHOSTS", "lookaside.fbsbx.com", "hosts that give recipients' files, divided by commas"},
		}},
		{"SMS: AWS End User Messaging", "Used when it has a sender.", []Variable{
			{"HERALD_AWSSMS_FROM", "", "sender"},
			{"HERALD_AWSSMS_REGION", "", "region; without it that of the function"},
			{"HERALD_AWSSMS_URL", "", "endpoint; without it that of the region"},
			{"HERALD_AWSSMS_CONFIGURATIONSET", "", "configuration set that sends the events"},
			{"HERALD_AWSSMS_TOPICS", "", "SNS topics of the events, divided by commas"},
			{"HERALD_AWSSMS_CERTIFICATES", "", "where SNS keeps its certificates; without it SNS of the region"},
			{"HERALD_AWSSMS_RATE", "20", "messages a second"},
		}},
		{"SMS: Twilio", "Used when it has a URL.", []Variable{
			{"HERALD_TWILIO_URL", "", "base URL"},
			{"HERALD_TWILIO_ACCOUNT", "", "account"},
			{"HERALD_TWILIO_FROM", "", "sender"},
			{"HERALD_TWILIO_CALLBACK", "", "callback address; without it `<HERALD_PUBLIC_URL>/api/hook/twilio`"},
			{"HERALD_TWILIO_MEDIAHOSTS", "mms.twiliocdn.com", "hosts that give recipients' files, divided by commas"},
			{"HERALD_TWILIO_RATE", "10", "messages a second"},
		}},
		{"Calls and speech", "Calls are used when they have a URL.", []Variable{
			{"HERALD_VOICE_URL", "", "base URL of the provider of telephone calls"},
			{"HERALD_VOICE_INSIGHTS", "", "where to ask which side ended a call; without it nothing is asked"},
			{"HERALD_VOICE_ACCOUNT", "", "account"},
			{"HERALD_VOICE_FROM", "", "number that calls"},
			{"HERALD_VOICE_CALLBACK", "", "callback address; without it `<HERALD_PUBLIC_URL>/api/hook/voice`"},
			{"HERALD_VOICE_RATE", "1", "calls that begin a second"},
			{"HERALD_VOICE_LINES", "20", "calls at a time"},
			{"HERALD_POLLY_URL", "", "endpoint of Amazon Polly; without it that of the region"},
			{"HERALD_POLLY_REGION", "", "region of Amazon Polly; without it that of the function"},
		}},
	}
}

// paymentVariables are those of payments and the partner.
func paymentVariables() []Section {
	return []Section{
		{"Payments, chains and rates", "What has no URL is not used.", []Variable{
			{"HERALD_WECHATPAY_URL", "", "base URL of WeChat Pay"},
			{"HERALD_WECHATPAY_APPID", "", "app"},
			{"HERALD_WECHATPAY_MERCHANTID", "", "merchant"},
			{"HERALD_WECHATPAY_SERIAL", "", "serial number of the merchant's certificate"},
			{"HERALD_ALIPAY_URL", "", "base URL of Alipay"},
			{"HERALD_ALIPAY_APPID", "", "app"},
			{"HERALD_ALIPAY_SELLERID", "", "seller"},
			{"HERALD_GATEWAY_URL", "", "base URL of the payment aggregator"},
			{"HERALD_GATEWAY_MERCHANTID", "", "merchant"},
			{"HERALD_GATEWAY_BIZ", "", "kind of payment; the deployment sets `al000`"},
			{"HERALD_GATEWAY_SIGNER", "", "algorithm of signatures; the deployment sets `hmac-sha256`"},
			{"HERALD_TRON_URL", "", "node of TRON; the deployment sets `https://api.trongrid.io`"},
			{"HERALD_ETHEREUM_URL", "", "node of Ethereum"},
			{"HERALD_OMNI_URL", "", "node of Omni"},
			{"HERALD_RATES_URL", "", "source of exchange rates; the deployment sets `https://api.coingecko.com`"},
		}},
		{"Partner", "", []Variable{
			{"HERALD_PARTNER_URL", "", "where numbers are screened"},
			{"HERALD_PARTNER_GROUPS", "", "where groups are made"},
		}},
	}
}

// hostVariables are those of the place where a process runs.
func hostVariables() []Section {
	return []Section{
		{"Container platform", "Read by the program that serves everything.", []Variable{
			{"HERALD_LISTEN", ":8080", "address of the HTTP API and the websocket"},
			{"HERALD_STOP_SECONDS", "125", "seconds to finish running work after the signal to stop; give the container as long"},
			{"HERALD_WORKERS", "16", "most messages of one queue that are worked on at a time"},
			{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "", "where the platform hands out credentials"},
			{"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "", "the same, on ECS"},
			{"AWS_CONTAINER_AUTHORIZATION_TOKEN", "", "what is shown for them"},
			{"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "", "file that holds it"},
		}},
		{"AWS", "Lambda sets most of these.", []Variable{
			{"AWS_REGION", "us-east-1", "region of all services"},
			{"AWS_DEFAULT_REGION", "", "used without `AWS_REGION`"},
			{"AWS_ACCESS_KEY_ID", "", "credentials"},
			{"AWS_SECRET_ACCESS_KEY", "", "credentials"},
			{"AWS_SESSION_TOKEN", "", "credentials"},
			{"AWS_ENDPOINT_URL", "", "endpoint of all services, where it is not AWS; browsers must reach that of S3"},
			{"AWS_ENDPOINT_URL_", "", "endpoint of one service: `_DYNAMODB`, `_SQS`, `_S3`"},
			{"AWS_LAMBDA_FUNCTION_NAME", "", "name of the function"},
			{"AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256", "memory of the function in MB"},
		}},
	}
}
