// Package cloudpatch tests that the local cloud runs event source mappings as AWS does. It needs the one of make test.
package cloudpatch

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"

	"herald/pkg/kit/outbound"
)

// whole keeps connections from being cut while an answer is read.
var whole = &http.Client{Transport: outbound.BufferedTransport{Transport: http.DefaultTransport}}

// patience is how long a test waits for what must come; nothing is asserted about times.
const patience = 2 * time.Minute

type report struct {
	Function, Body, Received, Group string
	End                             bool
	PID, Batch                      int
}

// world is an account of its own with probes and their queues.
type world struct {
	*testing.T
	ctx      context.Context
	endpoint string
	account  string
	sqs      *sqs.Client
	results  string
	release  string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	endpoint := os.Getenv("HERALD_TEST_CLOUD")
	if endpoint == "" {
		t.Fatal("HERALD_TEST_CLOUD names no local cloud: run make test")
	}
	n, err := rand.Int(rand.Reader, big.NewInt(899_999_999_999))
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, endpoint: endpoint, account: fmt.Sprint(n.Int64() + 100_000_000_000)}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	w.ctx = ctx
	w.sqs = sqs.New(sqs.Options{
		Region: "us-east-1", BaseEndpoint: &endpoint, HTTPClient: whole, RetryMaxAttempts: 1, // a repeated call would send twice
		Credentials: credentials.NewStaticCredentialsProvider(w.account, "test", ""),
	})
	w.results, w.release = w.queue("results", 30), w.queue("release", 30)
	w.iam("CreateRole", "AssumeRolePolicyDocument", policy(`"Principal":{"Service":"lambda.amazonaws.com"},"Action":"sts:AssumeRole"`))
	w.iam("PutRolePolicy", "PolicyName", "queues", "PolicyDocument", policy(`"Action":"sqs:*","Resource":"*"`))
	return w
}

func policy(statement string) string {
	return `{"Version":"2012-10-17","Statement":[{"Effect":"Allow",` + statement + `}]}`
}

// iam does something with the role of the probes: policies are checked in the cloud of make test.
func (w *world) iam(action string, parameters ...string) {
	w.Helper()
	form := url.Values{"Action": {action}, "Version": {"2010-05-08"}, "RoleName": {"probe"}}
	for i := 0; i < len(parameters); i += 2 {
		form.Set(parameters[i], parameters[i+1])
	}
	w.call(http.MethodPost, "/", "iam", "application/x-www-form-urlencoded", []byte(form.Encode()))
}

func (w *world) queue(name string, visibility int) (address string) {
	w.Helper()
	ask := func() (*sqs.CreateQueueOutput, error) {
		return w.sqs.CreateQueue(w.ctx, &sqs.CreateQueueInput{QueueName: &name,
			Attributes: map[string]string{"VisibilityTimeout": fmt.Sprint(visibility)}})
	}
	out, err := ask()
	if err != nil { // unlike what is sent, a queue is made once however often it is asked for: the answer may have been cut
		out, err = ask()
	}
	if err != nil {
		w.Fatal(err)
	}
	return *out.QueueUrl
}

// probe deploys the function name with a queue of the same name and connects them; settings go to the mapping.
func (w *world) probe(name string, visibility int, settings map[string]any) (queue string) {
	w.Helper()
	queue = w.queue(name, visibility)
	w.lambda(http.MethodPost, "functions", map[string]any{
		"FunctionName": name, "Runtime": "provided.al2023", "Handler": "bootstrap", "Timeout": 110,
		"Role": "arn:aws:iam::" + w.account + ":role/probe", "Code": map[string][]byte{"ZipFile": archive(w.T)},
		"Environment": map[string]any{"Variables": map[string]string{"RESULTS": w.results, "RELEASE": w.release}},
	})
	settings["FunctionName"], settings["EventSourceArn"] = name, "arn:aws:sqs:us-east-1:"+w.account+":"+name
	settings["FunctionResponseTypes"] = []string{"ReportBatchItemFailures"}
	w.lambda(http.MethodPost, "event-source-mappings", settings)
	w.Cleanup(func() { w.lambda(http.MethodDelete, "functions/"+name, nil) })
	return queue
}

func (w *world) lambda(method, path string, body any) {
	w.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.Fatal(err)
	}
	w.call(method, "/2015-03-31/"+path, "lambda", "application/json", text)
}

func (w *world) call(method, path, service, kind string, body []byte) {
	w.Helper()
	request, err := http.NewRequest(method, w.endpoint+path, bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+w.account+"/20260101/us-east-1/"+service+
		"/aws4_request, SignedHeaders=host, Signature=0")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		w.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode >= 300 {
		w.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
}

// send puts messages on a queue; body@group names a message group.
func (w *world) send(queue string, bodies ...string) {
	w.Helper()
	for len(bodies) > 0 {
		part := bodies[:min(10, len(bodies))]
		bodies = bodies[len(part):]
		var entries []types.SendMessageBatchRequestEntry
		for i, body := range part {
			text, group, grouped := strings.Cut(body, "@")
			entry := types.SendMessageBatchRequestEntry{Id: aws.String(fmt.Sprint(i)), MessageBody: &text}
			if grouped {
				entry.MessageGroupId = &group
			}
			entries = append(entries, entry)
		}
		if _, err := w.sqs.SendMessageBatch(w.ctx, &sqs.SendMessageBatchInput{QueueUrl: &queue, Entries: entries}); err != nil {
			w.Fatal(err)
		}
	}
}

// next waits for count reports.
func (w *world) next(count int) (reports []report) {
	w.Helper()
	for len(reports) < count {
		out, err := w.sqs.ReceiveMessage(w.ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.results, WaitTimeSeconds: 20,
			MaxNumberOfMessages: int32(min(10, count-len(reports)))})
		if err != nil {
			w.Fatalf("%d of %d reports: %v", len(reports), count, err)
		}
		for _, m := range out.Messages {
			var r report
			if err := json.Unmarshal([]byte(*m.Body), &r); err != nil {
				w.Fatal(err)
			}
			reports = append(reports, r)
			if _, err := w.sqs.DeleteMessage(w.ctx, &sqs.DeleteMessageInput{QueueUrl: &w.results, ReceiptHandle: m.ReceiptHandle}); err != nil {
				w.Fatal(err)
			}
		}
	}
	return reports
}

var compiled = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "probe")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	build := exec.Command("go", "build", "-tags", "lambda.norpc,nethttpomithttp2", "-ldflags=-s -w", "-o", folder+"/bootstrap", "./probe")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, text)
	}
	return os.ReadFile(folder + "/bootstrap")
})

func archive(t *testing.T) []byte {
	t.Helper()
	binary, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	var buffer bytes.Buffer
	z := zip.NewWriter(&buffer)
	header := &zip.FileHeader{Name: "bootstrap"}
	header.SetMode(0o755)
	f, err := z.CreateHeader(header)
	if err == nil {
		_, err = f.Write(binary)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}
