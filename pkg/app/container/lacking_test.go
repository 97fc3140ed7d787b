package container

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
)

// A table, a queue or a bucket that is not there is named at the start, with its variable. What may not be looked at is no hindrance.
func TestWhatAWSLacksIsNamed(t *testing.T) {
	gone := ""
	aws := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ TableName, QueueUrl string }
		_ = json.NewDecoder(r.Body).Decode(&body) // of S3 there is none
		asked, code := body.TableName+body.QueueUrl+strings.Trim(r.URL.Path, "/"), ""
		switch {
		case asked == "" || gone == "":
		case body.TableName == gone:
			code = "ResourceNotFoundException"
		case body.QueueUrl == gone:
			code = "AWS.SimpleQueueService.NonExistentQueue"
		case asked == gone:
			w.WriteHeader(http.StatusNotFound)
			return
		case gone == "*":
			code = "AccessDeniedException"
		}
		if code != "" {
			w.WriteHeader(http.StatusBadRequest)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"__type": code}) // the client is gone when this fails
	}))
	defer aws.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	cfg := *testkit.Memory(t).Config
	cfg.Name, cfg.Region, cfg.Endpoint, cfg.Buckets = "ours", "eu-west-1", aws.URL, map[string]string{"upload": "up", "file": "down"}
	cfg.Queues = map[string]string{}
	for _, c := range manifest.Consumers {
		cfg.Queues[c.Name] = aws.URL + "/1/ours-" + c.Name
	}
	env := app.Build(&cfg, cfg.AWS(), nil, nil)
	look := func() error { return lacking(t.Context(), env, sqs.NewFromConfig(env.AWS)) }
	for what, words := range map[string][]string{"ours-credit": {"ours-credit", "eu-west-1", "HERALD_NAME"},
		cfg.Queues["job"]: {"ours-job", "HERALD_QUEUE_JOB"}, "down": {"bucket down", "HERALD_BUCKET_FILE"}} {
		gone = what
		if err := look(); err == nil {
			t.Errorf("%s is not missed", what)
		} else {
			says(t, err.Error(), words...)
		}
	}
	for _, gone = range []string{"", "*"} {
		if err := look(); err != nil {
			t.Error(err)
		}
	}
}
