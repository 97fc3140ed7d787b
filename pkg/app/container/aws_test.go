//go:build cloud && postgres && endpoints

package container

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

// onAWS sets the environment of an installation on the endpoints that a test has, and makes its tables, queues and buckets.
func onAWS(t *testing.T, name string, more map[string]string) *app.Env {
	t.Helper()
	k := testkit.Cloud(t) // says what is missing
	all := map[string]string{"HERALD_NAME": name, "HERALD_STORAGE": "aws", "HERALD_FILES": "s3", "HERALD_PUBLIC_URL": "http://127.0.0.1:1",
		"AWS_ACCESS_KEY_ID": k.Account, "AWS_SECRET_ACCESS_KEY": "test", "AWS_SESSION_TOKEN": "", "AWS_REGION": "us-east-1",
		"HERALD_SECRET_AUTH_KEY": "a key of the tests, 32 bytes long", "HERALD_SECRET_LINK_KEY": "a link key of the tests, 32 bytes",
		"HERALD_SECRET_WHATSAPP_TOKEN": "token", "HERALD_SECRET_WHATSAPP_APP_SECRET": "secret", "HERALD_SECRET_WHATSAPP_VERIFY_TOKEN": "verify"}
	for service, variable := range map[string]string{"DYNAMODB": "HERALD_TEST_DYNAMODB", "SQS": "HERALD_TEST_SQS", "S3": "HERALD_TEST_S3"} {
		all["AWS_ENDPOINT_URL_"+service] = cmp.Or(os.Getenv(variable), os.Getenv("HERALD_TEST_CLOUD"))
	}
	maps.Copy(all, more)
	for variable, value := range all {
		t.Setenv(variable, value)
	}
	cfg, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	queues := sqs.NewFromConfig(k.AWS, func(o *sqs.Options) { o.BaseEndpoint = cfg.EndpointOf("sqs", nil) })
	for _, c := range manifest.Consumers {
		dead, err := queues.CreateQueue(t.Context(), &sqs.CreateQueueInput{QueueName: aws.String(name + "-" + c.Name + "-dead")})
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("HERALD_QUEUE_"+strings.ToUpper(c.Name), strings.TrimSuffix(*dead.QueueUrl, "-dead"))
		if _, err := queues.CreateQueue(t.Context(), &sqs.CreateQueueInput{QueueName: aws.String(name + "-" + c.Name)}); err != nil {
			t.Fatal(err)
		}
	}
	files := s3.NewFromConfig(k.AWS, func(o *s3.Options) { o.BaseEndpoint, o.UsePathStyle = cfg.EndpointOf("s3", nil), true })
	for _, b := range []string{"upload", "file"} {
		bucket := name + "-" + b + "-" + k.Account
		if _, err := files.CreateBucket(t.Context(), &s3.CreateBucketInput{Bucket: &bucket}); err != nil {
			t.Fatal(err)
		}
		t.Setenv("HERALD_BUCKET_"+strings.ToUpper(b), bucket)
	}
	tables := dynamodb.NewFromConfig(k.AWS, func(o *dynamodb.Options) { o.BaseEndpoint = cfg.EndpointOf("dynamodb", nil) })
	for _, table := range manifest.Tables {
		createTable(t, tables, name+"-"+table.Name)
	}
	if cfg, err = config.Load(); err != nil {
		t.Fatal(err)
	}
	env, err := app.EnvOf(t.Context(), cfg, manifest.AllInOne)
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func createTable(t *testing.T, tables *dynamodb.Client, name string) {
	t.Helper()
	_, err := tables.CreateTable(t.Context(), &dynamodb.CreateTableInput{TableName: &name, BillingMode: types.BillingModePayPerRequest,
		KeySchema: []types.KeySchemaElement{{AttributeName: aws.String("pk"), KeyType: types.KeyTypeHash},
			{AttributeName: aws.String("sk"), KeyType: types.KeyTypeRange}},
		AttributeDefinitions: []types.AttributeDefinition{{AttributeName: aws.String("pk"), AttributeType: types.ScalarAttributeTypeS},
			{AttributeName: aws.String("sk"), AttributeType: types.ScalarAttributeTypeS}}})
	var exists *types.ResourceInUseException
	if err != nil && !errors.As(err, &exists) { // the SDK repeats a call whose answer was lost
		t.Fatal(err)
	}
}
