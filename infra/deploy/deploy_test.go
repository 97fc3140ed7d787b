package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/infra/stage"
)

// newRun is a run of a stage whose services are at an endpoint.
func newRun(t *testing.T, endpoint string) (*run, *bytes.Buffer) {
	t.Helper()
	for name, value := range map[string]string{"AWS_ENDPOINT_URL": endpoint, "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test",
		"AWS_EC2_METADATA_DISABLED": "true"} {
		t.Setenv(name, value)
	}
	out := &bytes.Buffer{}
	r := &run{Stage: &stage.Stage{Name: "prod", Account: "000000000000", Region: "us-east-1", Context: map[string]string{"name": "herald"}},
		root: t.TempDir(), folder: t.TempDir(), in: bufio.NewReader(strings.NewReader("")), out: out}
	var err error
	if r.aws, err = connect(context.Background(), r.Region); err != nil {
		t.Fatal(err)
	}
	return r, out
}

// answering stands in for AWS at the level of its protocol: an answer for each operation, by what names it in the request.
func answering(t *testing.T, answers map[string]string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		_ = request.ParseForm()
		for _, name := range []string{request.Header.Get("X-Amz-Target"), request.Form.Get("Action"), request.URL.Path} {
			if answer, ok := answers[name]; ok {
				fmt.Fprint(w, answer)
				return
			}
		}
		http.Error(w, "no such operation", http.StatusBadRequest)
	}))
	t.Cleanup(server.Close)
	return server
}

// An account that may run few functions is told what to ask for, or what to set.
func TestFewExecutionsAreRefused(t *testing.T) {
	for limit, want := range map[int]string{10: `"reserve": "off"`, 299: `"reserve": "off"`, 300: "", 1000: ""} {
		server := answering(t, map[string]string{"/2016-08-19/account-settings": fmt.Sprintf(`{"AccountLimit":{"ConcurrentExecutions":%d}}`, limit)})
		r, _ := newRun(t, server.URL)
		r.connected = true
		_, err := r.checkQuotas(context.Background())
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", limit, err)
		}
		r.Context["reserve"] = "off"
		if _, err := r.checkQuotas(context.Background()); err != nil {
			t.Errorf("%d without reservations: %v", limit, err)
		}
	}
}

// Without an account a dry run goes on, and a deployment does not.
func TestWithoutAnAccount(t *testing.T) {
	r, _ := newRun(t, answering(t, nil).URL)
	if _, err := r.checkAccount(context.Background()); err == nil || !strings.Contains(err.Error(), "no credentials of AWS work here") {
		t.Error(err)
	}
	r.dry = true
	for _, check := range []func(context.Context) (string, error){r.checkAccount, r.checkBootstrap, r.checkQuotas, r.checkSecrets, r.fetchPage, r.diff} {
		if text, err := check(context.Background()); err != nil || !strings.Contains(text, "cannot be reached") {
			t.Errorf("%q %v", text, err)
		}
	}
	if told := r.dryEnd(); !strings.Contains(told, "aws sso login") || strings.Contains(told, "begin") {
		t.Error(told)
	}
	if err := r.destroy(context.Background()); err == nil || !strings.Contains(err.Error(), "aws sso login") {
		t.Error(err)
	}
	for args, want := range map[string]string{"-destroy": "make destroy STAGE=", "-dry": "make deploy STAGE="} {
		if err := start(context.Background(), []string{args}); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(args, err)
		}
	}
	r.wanted = "111111111111"
	if _, err := r.checkAccount(context.Background()); err == nil {
		t.Error("another account than that of the settings is taken")
	}
}

const template = `{"Resources":{"Table":{"Type":"AWS::DynamoDB::Table","DeletionPolicy":"Retain"},"Queue":{"Type":"AWS::SQS::Queue"}}}`

func cloudFormation(t *testing.T, body string) *run {
	t.Helper()
	r, _ := newRun(t, answering(t, map[string]string{
		"GetCallerIdentity": `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>` +
			`<Account>000000000000</Account><Arn>arn:aws:iam::000000000000:user/ops</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`,
		"GetTemplate": `<GetTemplateResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><GetTemplateResult><TemplateBody>` +
			strings.ReplaceAll(body, `"`, "&quot;") + `</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
		"DeleteStack": `<DeleteStackResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"></DeleteStackResponse>`,
		"DescribeStacks": `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>` +
			`<member><StackName>herald</StackName><StackStatus>DELETE_COMPLETE</StackStatus></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
	}).URL)
	return r
}

// A stack goes only after its name was typed; every stage but staging needs FORCE as well. What stays is said before.
func TestDestroyIsGuarded(t *testing.T) {
	for _, c := range []struct {
		stage, typed string
		force        bool
		want         string
	}{
		{"prod", "herald\n", false, "FORCE=1"}, {"live", "herald\n", false, "FORCE=1"},
		{"prod", "prod\n", true, "not confirmed"}, {"prod", "herald\n", true, ""},
		{"staging", "\n", false, "not confirmed"}, {"staging", "", false, "no answer"}, {"staging", "herald\n", false, ""},
	} {
		r := cloudFormation(t, template)
		out := r.out.(*bytes.Buffer)
		r.Stage.Name, r.force, r.yes, r.in = c.stage, c.force, true, bufio.NewReader(strings.NewReader(c.typed))
		err := r.destroy(context.Background())
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
		if !strings.Contains(out.String(), "DynamoDB::Table Table") || strings.Contains(out.String(), "SQS::Queue") {
			t.Errorf("%+v: %s", c, out)
		}
	}
}

// A stack that would take data with it is not deleted.
func TestDataIsNotDestroyed(t *testing.T) {
	r := cloudFormation(t, strings.Replace(template, "Retain", "Delete", 1))
	r.force = true
	if err := r.destroy(context.Background()); err == nil || !strings.Contains(err.Error(), "would be deleted with its data") {
		t.Error(err)
	}
}

// Files of a release stay for a week after the next one, and pages come after what they name.
func TestReleasesOfTheConsole(t *testing.T) {
	now := time.Date(2026, 6, 10, 12, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	all := []released{{now.Add(-60 * day), []string{"a", "both"}}, {now.Add(-8 * day), []string{"b", "both"}}, {now.Add(-2 * day), []string{"c"}},
		{now, []string{"d"}}}
	left, gone := expired(all, map[string]string{"a": "", "both": "", "b": "", "c": "", "d": "", releasesKey: ""}, now)
	if len(left) != 3 || !slices.Equal(gone, []string{"a"}) {
		t.Errorf("%v left, %v gone", left, gone)
	}
	folder := t.TempDir()
	for _, name := range []string{"index.html", "404.html", "logo.svg", "_next/static/chunks/a.js"} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names, err := filesOf(folder)
	if err != nil || !slices.Equal(names, []string{"_next/static/chunks/a.js", "logo.svg", "404.html", "index.html"}) {
		t.Errorf("%v %v", names, err)
	}
	for name, want := range map[string][2]string{
		"_next/static/chunks/a.js": {"text/javascript; charset=utf-8", immutable}, "index.html": {"text/html; charset=utf-8", askAgain},
		"logo.svg": {"image/svg+xml", askAgain}, "_next/static/media/a.woff2": {"font/woff2", immutable}, "index.txt": {"text/plain; charset=utf-8", askAgain},
		"LICENSE": {"application/octet-stream", askAgain},
	} {
		if got := [2]string{contentType(name), cacheControl(name)}; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Each part of the product that does not answer as it should is named.
func TestAProductIsTried(t *testing.T) {
	for broken, want := range map[string]string{"": "", "/_next/static/a.js": "page", "/api/openapi.json": "document", "/api/oauth/login": "database",
		"/ws": "websocket", "/hook": "webhook", "/": "uploads"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			switch {
			case r.URL.Path == broken:
				http.Error(w, "bad gateway", http.StatusBadGateway)
			case r.URL.Path == "/login":
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.Header().Set("Content-Security-Policy", "default-src 'self'")
				fmt.Fprint(w, `<script src="/_next/static/a.js">`)
			case r.URL.Path == "/_next/static/a.js":
				w.Header().Set("Content-Type", "text/javascript")
				w.Header().Set("Cache-Control", immutable)
			case r.URL.Path == "/api/openapi.json":
				fmt.Fprint(w, `{"openapi":"3.1.0"}`)
			case r.Method == http.MethodOptions:
				w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
			default:
				w.WriteHeader(http.StatusForbidden)
				fmt.Fprint(w, `{"code":403}`)
			}
		}))
		tried, err := try(context.Background(), target{origin: server.URL, webhook: server.URL + "/hook", files: server.URL})
		if (err != nil) != (want != "") || err != nil && !strings.HasPrefix(err.Error(), want+": ") {
			t.Errorf("%s: %v", broken, err)
		}
		if !strings.HasSuffix(tried, "websocket, webhook, uploads") {
			t.Error(tried)
		}
		server.Close()
	}
}
