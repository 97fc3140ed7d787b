package config

import (
	"slices"

	"herald/pkg/app/manifest"
)

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
			{"HERALD_PUBLIC_URL", "", "origin of the console; no other page may open the websocket"},
			{"HERALD_WS_ENDPOINT", "", "management endpoint of the websocket stage, where API Gateway serves it"},
			{"HERALD_QUEUE_", "", "URL of each queue: `HERALD_QUEUE_SEND`, `_RECEIPT`, `_INBOUND`, `_JOB`, `_BUILD`, `_FILE`"},
			{"HERALD_BUCKET_", "", "name of each bucket: `HERALD_BUCKET_UPLOAD`, `_FILE`"},
			{"HERALD_TRUSTED_HOPS", "0", "number of your proxies in front of the gateway; each adds one address to `X-Forwarded-For`"},
			{"HERALD_DNS_SERVER", "", "host and port of the name server that checks of domains ask; without it those of the machine"},
			{"HERALD_TLS_SERVER", "", "host and port that is asked for certificates of domains for links; without it the host of links, port 443"},
			{"HERALD_TLS_ROOTS", "", "authorities of those certificates in PEM, or the path of a file with them; without it those of the machine"},
			{"HERALD_AWS_DOMAIN", "amazonaws.com", "domain of the partition's services"},
		}},
		{"Secrets", "A secret lies in the parameter store, or in the environment. A process reads only the secrets of its function.", []Variable{
			{"HERALD_SECRETS", "", "path of the secrets in the parameter store, with a trailing slash"},
			{"HERALD_SECRET_", "", "one secret itself, for example `HERALD_SECRET_AUTH_KEY`; it has precedence over the parameter store"},
			{"HERALD_ORIGIN_KEY", "", "name of the parameter `origin/key` where it lies elsewhere; with a key, requests without it in " +
				"`X-Herald-Origin` are refused"},
			{"HERALD_LINK_KEY", "", "name of the parameter `link/key` where it lies elsewhere; its keys seal the links of emails"},
		}},
	}
	return slices.Concat(all, hostVariables(), adapterVariables())
}

// adapterVariables are the settings of the provider adapters, as their descriptors list them.
func adapterVariables() (all []Section) {
	for _, a := range manifest.Adapters() {
		s := Section{Title: a.Title, Intro: a.Doc}
		for _, v := range a.Settings {
			meaning := v.Doc
			if v.Name == a.UsedWith {
				meaning += "; without it the adapter is not used"
			}
			if v.Deployed != "" {
				meaning += "; the deployment sets `" + v.Deployed + "`"
			}
			s.Variables = append(s.Variables, Variable{v.Env(), v.Default, meaning})
		}
		all = append(all, s)
	}
	return all
}

// hostVariables are those of the place where a process runs.
func hostVariables() []Section {
	return []Section{
		{"Container platform", "Read by the program that serves everything.", []Variable{
			{"HERALD_CONFIG", "", "file of lines `NAME=value`, for variables that are not set; as `serve -config FILE`"},
			{"HERALD_LISTEN", ":8080", "address of the one port: console, HTTP API, websocket and files"},
			{"HERALD_STORAGE", "aws", "where rows and messages are kept: `aws` is DynamoDB and SQS, `postgres` a database"},
			{"HERALD_POSTGRES_URL", "", "address of the database: `postgres://user:password@host:5432/name`, with " +
				"settings of its connections as parameters"},
			{"HERALD_FILES", "s3", "where files are kept: `s3` is S3 or another S3 endpoint, `postgres` the database of `HERALD_STORAGE=postgres`"},
			{"HERALD_CONSOLE", "", "folder of the built console, which the process then serves"},
			{"HERALD_DRAIN_SECONDS", "3", "seconds between the signal to stop, when `/readyz` answers 503, and the end of new connections"},
			{"HERALD_STOP_SECONDS", "125", "seconds to finish running work after that; give the container a few more"},
			{"HERALD_METRICS_TOKEN", "", "bearer token that opens `/metrics` (Prometheus), of 16 characters or more; without one it is not served"},
			{"OTEL_EXPORTER_OTLP_ENDPOINT", "", "address that takes traces (OTLP over HTTP), as `http://collector:4318`; " +
				"without one none are made. The other `OTEL_` variables of OpenTelemetry count too, such as `OTEL_TRACES_SAMPLER`"},
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
