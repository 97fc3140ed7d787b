package container

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/notice/clean"
	sms "herald/pkg/provider/awssms/sdk"
	speech "herald/pkg/provider/polly/sdk"
	ses "herald/pkg/provider/ses/sdk"
	smtp "herald/pkg/provider/smtp/relay"
)

const usage = `Herald in one program.

  all serve [-config FILE]   serves HTTP API, websocket, queues and the minute's tick until SIGTERM

Configuration is the environment; FILE has lines NAME=value for what is not set there. README.md lists the variables.
Where AWS Lambda runs it, it is the function that it is named after.
`

// Main is the program's: it gives the exit status.
func Main(args []string, out io.Writer) int {
	if name := config.Function(); name != "" {
		run, ok := functions[name]
		if !ok {
			app.LogLine(map[string]any{"error": "no function " + name})
			return 1
		}
		run()
		return 0
	}
	if len(args) == 0 || args[0] != "serve" {
		_, _ = io.WriteString(out, usage) // nowhere to report to
		return 2
	}
	if err := serve(args[1:], out); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		app.LogLine(map[string]any{"error": err.Error()})
		return 1
	}
	return 0
}

func serve(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(out)
	file := flags.String("config", "", "file of lines NAME=value")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *file != "" {
		if err := config.ReadFile(*file); err != nil {
			return err
		}
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	if cfg.PublicURL == "" { // whose pages may open a websocket is decided by it
		return errors.New("config: HERALD_PUBLIC_URL is required")
	}
	onPostgres := cfg.Container.Postgres.URL != ""
	for _, c := range manifest.Consumers {
		if !onPostgres && cfg.Queues[c.Name] == "" {
			return fmt.Errorf("config: the URL of queue %s is required", c.Name)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	env, err := app.EnvOf(ctx, cfg, manifest.AllInOne, platformCredentials(cfg.Container))
	if err != nil {
		return err
	}
	for _, add := range []app.Part{app.Sheets(excel.Engine{}), app.HTML(clean.HTML), app.Designs(htmlimport.Tools), app.Adapter(sms.Descriptor,
		speech.Descriptor, ses.Descriptor, smtp.Descriptor)} {
		add(env)
	}
	if onPostgres {
		d, err := openDatabase(ctx, cfg.Container.Postgres, env)
		if err != nil {
			return err
		}
		defer d.Close()
		return newOnPostgres(env, d).Run(ctx)
	}
	patient := cfg.Waiting(cfg.AWS(platformCredentials(cfg.Container)))
	client := sqs.NewFromConfig(patient, func(o *sqs.Options) { o.BaseEndpoint = cfg.EndpointOf("sqs", o.BaseEndpoint) })
	return New(env, &queue.SQS{Client: client, URLs: cfg.Queues}).Run(ctx)
}

// platformCredentials takes credentials from the platform that runs the container, where it hands them out by a URL.
func platformCredentials(c config.Container) func(*aws.Config) {
	return func(a *aws.Config) {
		if c.CredentialsURL == "" {
			return
		}
		a.Credentials = aws.NewCredentialsCache(endpointcreds.New(c.CredentialsURL, func(o *endpointcreds.Options) {
			o.AuthorizationToken = c.CredentialsToken
			if c.CredentialsTokenFile != "" {
				o.AuthorizationTokenProvider = endpointcreds.TokenProviderFunc(func() (string, error) {
					token, err := os.ReadFile(c.CredentialsTokenFile)
					return string(token), err
				})
			}
		}))
	}
}
