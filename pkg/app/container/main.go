package container

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"
	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/clock"
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

  herald serve [-config FILE]                   serves console, HTTP API, websocket, queues and the minute's tick until SIGTERM
  herald serve -demo [-data DIR]                the same for a trial, with an embedded PostgreSQL and made-up secrets
  herald admin [-config FILE] [-login NAME]     makes the first administrator, or gives one that lost its access a new password
  herald export [-config FILE] [-live] DIR      writes all data to a new folder, to move to another home
  herald import [-config FILE] [-new-keys] DIR  fills a new installation from such a folder, and compares
  herald reconcile [-config FILE]               derives every balance again, prints each difference, and ends with 1 when there is one
  herald reopen [-config FILE]                  serves again where an export has closed the installation

Configuration is the environment; FILE, or the file that HERALD_CONFIG names, has lines NAME=value for what is not set there.
docs/configuration.md lists the variables, and docs/how-to/move-between-homes.md the steps of a move.
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
	if len(args) == 0 || slices.Contains([]string{"help", "-h", "-help", "--help"}, args[0]) {
		_, _ = io.WriteString(out, usage) // nowhere to report to
		if len(args) == 0 {
			return 2
		}
		return 0
	}
	command := commands[args[0]]
	if command == nil {
		app.LogLine(map[string]any{"error": fmt.Sprintf("there is no command %q: herald --help lists them", args[0])})
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process
	if err := command(ctx, args[1:], out); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		var exit exitStatus
		if errors.As(err, &exit) {
			return int(exit)
		}
		app.LogLine(map[string]any{"error": err.Error()})
		return 1
	}
	return 0
}

// exitStatus is the end of a process that ran in this one's place and has said why it ended.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// commands are what the program does where no function is asked for.
var commands = map[string]func(ctx context.Context, args []string, out io.Writer) error{
	"serve": serve, "admin": admin, "export": export, "import": importFolder, "reconcile": reconcile, "reopen": reopen,
}

// parse reads the arguments and the configuration. It gives what follows the flags.
func parse(flags *flag.FlagSet, args []string, out io.Writer) (*config.Config, []string, error) {
	if err := arguments(flags, args, out); err != nil {
		return nil, nil, err
	}
	cfg, err := config.Load()
	return cfg, flags.Args(), err
}

// arguments reads the arguments, and the file of the configuration into the environment.
func arguments(flags *flag.FlagSet, args []string, out io.Writer) error {
	flags.SetOutput(out)
	file := flags.String("config", config.File(), "file of lines NAME=value")
	if err := flags.Parse(args); err != nil || *file == "" {
		return err
	}
	return config.ReadFile(*file)
}

func serve(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	demo := flags.Bool("demo", false, "a trial with an embedded PostgreSQL")
	folder := flags.String("data", "", "folder of the trial's data")
	if err := arguments(flags, args, out); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("serve takes no %q: write flags alone, as serve -config herald.env", flags.Arg(0))
	}
	if *demo {
		return serveTrial(ctx, *folder, out)
	}
	cfg, err := config.Load()
	if err != nil {
		return err
	}
	return run(ctx, cfg)
}

// check refuses a configuration that a process cannot serve with.
func check(cfg *config.Config) error {
	if cfg.PublicURL == "" { // whose pages may open a websocket is decided by it
		return errors.New("config: HERALD_PUBLIC_URL is required: set it to the address of the console, as https://herald.example")
	}
	for _, c := range manifest.Consumers {
		if cfg.Container.Postgres.URL == "" && cfg.Queues[c.Name] == "" {
			return fmt.Errorf("config: HERALD_QUEUE_%s is required: set it to the URL of the queue, or set HERALD_STORAGE=postgres",
				strings.ToUpper(c.Name))
		}
	}
	for _, name := range []string{"upload", "file"} {
		if !cfg.Container.Files && cfg.Buckets[name] == "" {
			return fmt.Errorf("config: HERALD_BUCKET_%s is required: set it to the name of a bucket, or set HERALD_FILES=postgres",
				strings.ToUpper(name))
		}
	}
	if cfg.Container.Console != "" {
		return pages(cfg).Check()
	}
	return nil
}

// run serves until ctx ends. It refuses what it cannot serve with before it changes the database.
func run(ctx context.Context, cfg *config.Config) error {
	if err := check(cfg); err != nil {
		return err
	}
	now := &clock.Led{}
	env, err := app.EnvBy(ctx, now.Now, cfg, manifest.AllInOne, platformCredentials(cfg.Container))
	if err != nil {
		return err
	}
	for _, sentence := range cfg.Advice() {
		env.Log(map[string]any{"warning": sentence})
	}
	endTraces, err := trace(ctx, env)
	if err != nil {
		return err
	}
	defer endTraces()
	for _, add := range []app.Part{app.Sheets(excel.Engine{}), app.HTML(clean.HTML), app.Designs(htmlimport.Tools), app.Adapter(sms.Descriptor,
		speech.Descriptor, ses.Descriptor, smtp.Descriptor)} {
		add(env)
	}
	l, err := listen(cfg.Container.Listen)
	if err != nil {
		return err
	}
	defer l.Close()
	if cfg.Container.Postgres.URL != "" {
		d, err := openDatabase(ctx, cfg.Container.Postgres, env)
		if err != nil {
			return err
		}
		defer d.leaveConnections(ctx)
		if err := mayServe(ctx, env, d.Now); err != nil {
			return err
		}
		if d.clock = now; d.follow(ctx) != nil {
			env.Log(map[string]any{"warning": "the database tells no time: this machine's is used until the next minute"})
		}
		return newOnPostgres(env, d).Serve(ctx, l)
	}
	patient := cfg.Waiting(cfg.AWS(platformCredentials(cfg.Container)))
	client := sqs.NewFromConfig(patient, func(o *sqs.Options) { o.BaseEndpoint = cfg.EndpointOf("sqs", o.BaseEndpoint) })
	if err := lacking(ctx, env, client); err != nil {
		return err
	}
	if err := mayServe(ctx, env, timeOfAWS(cfg)); err != nil {
		return err
	}
	return New(env, &queue.SQS{Client: client, URLs: cfg.Queues}).Serve(ctx, l)
}

// listen takes an address, or says what is in the way.
func listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("the address %s is in use: end the program that has it, or set HERALD_LISTEN to another port", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("the user may not listen at %s: set HERALD_LISTEN to a port above 1023", address)
	case err != nil:
		return nil, fmt.Errorf("HERALD_LISTEN=%s is no address of this machine: %w", address, err)
	}
	return l, nil
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
