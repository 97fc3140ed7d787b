# Herald: what can be done with it. Every target explains itself in localstack/README.md.
SHELL := /bin/sh
LOCAL := .build/herald-local
ARCH ?= arm64
VERSION ?= dev
ONLY ?=
COPIES ?= 1
STAGE ?=
ACCOUNT ?=
DRY ?=
YES ?=
FORCE ?=
SEEDS ?= 20000
OPERATIONS ?= 200000
export FILE COUNTRY
export CGO_ENABLED := 0
# Of every go command here, also of those that tests run: with other tags net/http is another package, and all that imports it is
# compiled once more.
export GOFLAGS := $(strip $(shell go env GOFLAGS 2>/dev/null) -tags=lambda.norpc,nethttpomithttp2)

.PHONY: deploy destroy dev serve down deploy-local build image check lint test nightly test-dynamodb test-endpoints test-postgres demo chaos reconcile bench bench-web prove soak tool deployer
.DEFAULT_GOAL := help

help:
	@echo "make dev             run the product here until Ctrl-C"
	@echo "make serve           run the product here as one process on PostgreSQL, on one port (COPIES=2 behind a balancer)"
	@echo "make down            end it"
	@echo "make deploy-local    bring edited Go code into the running product"
	@echo "make check           format, lint and tests of what changed, in two minutes"
	@echo "make lint            the linter over all Go code"
	@echo "make test            every test (ONLY='go infra' runs some: checks go infra web e2e)"
	@echo "make nightly         the tests of pkg at the ends of days, months and years and at clock changes (ONLY=./pkg/credit/...)"
	@echo "make test-dynamodb   storage tests against AWS's DynamoDB Local"
	@echo "make test-endpoints  storage and the whole product on DynamoDB Local, ElasticMQ and versitygw"
	@echo "make test-postgres   storage in full, and the modules with their rows in PostgreSQL (ONLY=./pkg/credit/...)"
	@echo "make demo            the main job, seen (FILE=contacts.xlsx COUNTRY=BR)"
	@echo "make chaos           an order while functions die, and suppressions while one runs"
	@echo "make reconcile       check the books and the payments, and print each difference"
	@echo "make bench           the figures of this machine"
	@echo "make bench-web       the figures of the console, in a browser"
	@echo "make soak SEEDS=n    the simulations with more seeds, and the ledger with OPERATIONS=n"
	@echo "make prove           simulations, kills and load on every home, as docs/proof.md (SEEDS=n OPERATIONS=n, ONLY=load)"
	@echo "make build           functions for AWS (ARCH=arm64 or amd64)"
	@echo "make deploy          to AWS (STAGE=prod; DRY=1 shows what would change, YES=1 does not ask, ACCOUNT=n refuses others)"
	@echo "make destroy         delete a stack from AWS; tables and buckets stay (STAGE=staging)"
	@echo "make image           the container image, for amd64 and arm64 (VERSION=v)"

tool:
	@command -v go >/dev/null || { echo "Go 1.26 or newer is missing: https://go.dev/dl"; exit 1; }
	@mkdir -p .build && echo '*' > .build/.gitignore
	@go build -buildvcs=false -o $(LOCAL) ./localstack/cmd/herald-local

dev: tool
	@$(LOCAL) dev

serve: tool
	@$(LOCAL) serve -copies $(COPIES)

down: tool
	@$(LOCAL) down

deploy-local: tool
	@$(LOCAL) deploy

image: tool
	@$(LOCAL) image -version $(VERSION)

build: tool
	@$(LOCAL) build -arch $(ARCH)

deployer: tool
	@go build -C infra -buildvcs=false -o ../.build/herald-deploy ./deploy

deploy: deployer
	@.build/herald-deploy -stage '$(STAGE)' -account '$(ACCOUNT)' $(if $(DRY),-dry) $(if $(filter 1,$(YES)),-yes)

destroy: deployer
	@.build/herald-deploy -destroy -stage '$(STAGE)' -account '$(ACCOUNT)' $(if $(DRY),-dry) $(if $(filter 1,$(FORCE)),-force)

check: tool
	@$(LOCAL) check

lint: tool
	@$(LOCAL) test lint

test: tool
	@$(LOCAL) test $(ONLY)

nightly: tool
	@$(LOCAL) nightly $(ONLY)

test-dynamodb: tool
	@$(LOCAL) test-dynamodb

test-endpoints: tool
	@$(LOCAL) test-endpoints

test-postgres: tool
	@$(LOCAL) test-postgres $(ONLY)

demo: tool
	@$(LOCAL) with go run ./localstack/demo

chaos: tool
	@$(LOCAL) with go run ./localstack/chaos

reconcile: tool
	@$(LOCAL) with go run ./localstack/reconcile

bench: tool
	@go run ./bench

bench-web: tool
	@$(LOCAL) with npm --prefix web run --silent bench

prove: tool
	@$(LOCAL) prove -seeds $(SEEDS) -operations $(OPERATIONS) $(ONLY)

soak: tool
	@GOGC=400 go test -count 1 -timeout 0 -run TestSimulation -v ./pkg/campaign/bulk -seeds $(SEEDS) -spend 0
	@GOGC=400 go test -count 1 -timeout 0 -run TestCallSimulation -v ./pkg/campaign/bulk -seeds $(SEEDS) -spend 0
	@GOGC=400 go test -count 1 -timeout 0 -run TestEmailSimulation -v ./pkg/campaign/email -seeds $(SEEDS)
	@GOGC=400 go test -count 1 -timeout 0 -run TestSimulation ./pkg/campaign/group -seeds $(SEEDS) -spend 0
	@GOGC=400 go test -count 1 -timeout 0 -run TestPaymentsAreCreditedOnce -v ./pkg/credit/topup -payseeds $(SEEDS) -payspend 0
	@GOGC=400 go test -count 1 -timeout 0 -run TestLedgerUnderFaults -v ./pkg/credit/ledger -operations $(OPERATIONS)
