// Command probe is the function of the tests of the local cloud's event source mappings. Each record's body is one of
//
//	note   report it
//	hold   report it, wait for a message on the queue RELEASE, report its end
//	fail   report it and name it as failed
//	odd    report it and name a message as failed that is not in the batch
//
// Reports go to the queue RESULTS.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/kit/outbound"
)

// Report is what the test reads.
type Report struct {
	Function string
	Body     string
	End      bool
	PID      int
	Batch    int    // records of the invocation
	Received string // ApproximateReceiveCount
	Group    string
}

func main() {
	endpoint := os.Getenv("AWS_ENDPOINT_URL")
	client := sqs.New(sqs.Options{
		Region: os.Getenv("AWS_REGION"), BaseEndpoint: &endpoint,
		HTTPClient: &http.Client{Transport: outbound.BufferedTransport{Transport: http.DefaultTransport}},
		Credentials: credentials.NewStaticCredentialsProvider(os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"),
			os.Getenv("AWS_SESSION_TOKEN")),
	})
	lambda.Start(func(ctx context.Context, event events.SQSEvent) (answer events.SQSEventResponse, err error) {
		for _, r := range event.Records {
			report := Report{
				Function: os.Getenv("AWS_LAMBDA_FUNCTION_NAME"), Body: r.Body, PID: os.Getpid(), Batch: len(event.Records),
				Received: r.Attributes["ApproximateReceiveCount"], Group: r.Attributes["MessageGroupId"],
			}
			if err := tell(ctx, client, report); err != nil {
				return answer, err
			}
			switch r.Body {
			case "hold":
				if err := await(ctx, client); err != nil {
					return answer, err
				}
				report.End = true
				if err := tell(ctx, client, report); err != nil {
					return answer, err
				}
			case "fail":
				answer.BatchItemFailures = append(answer.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: r.MessageId})
			case "odd":
				answer.BatchItemFailures = append(answer.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: "nobody"})
			}
		}
		return answer, nil
	})
}

func tell(ctx context.Context, client *sqs.Client, report Report) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	_, err = client.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: aws.String(os.Getenv("RESULTS")), MessageBody: aws.String(string(text))})
	return err
}

func await(ctx context.Context, client *sqs.Client) error {
	for {
		out, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(os.Getenv("RELEASE")), WaitTimeSeconds: 20,
			MaxNumberOfMessages: 1})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			_, err := client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(os.Getenv("RELEASE")), ReceiptHandle: m.ReceiptHandle})
			return err
		}
	}
}
