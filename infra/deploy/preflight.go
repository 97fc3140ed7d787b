package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/ssm"
	"github.com/aws/aws-sdk-go-v2/service/ssm/types"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/smithy-go"

	"herald/infra/stage"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
)

// What the account must have.
const (
	bootstrapParameter = "/cdk-bootstrap/hnb659fds/version"
	bootstrapLeast     = 6
	unreserved         = 100 // executions that AWS keeps free of reservations
	usual              = 1000
	batch              = 10 // parameters of one call
)

const signIn = "no credentials of AWS work here; sign in (for example aws sso login) or set AWS_PROFILE"

const offline = "skipped: the account cannot be reached"

// checkMachine wants the tools, and says when what is deployed is no commit.
func (r *run) checkMachine(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", errors.New("Go 1.26 or newer is missing: https://go.dev/dl")
	}
	text, err := exec.CommandContext(ctx, "node", "--version").Output()
	major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(text)), "v"), ".")
	if n, _ := strconv.Atoi(major); err != nil || n < 20 {
		return "", errors.New("node 20 or newer is missing: the CDK and the console need it")
	}
	if _, err := os.Stat(r.cdk()); err != nil {
		if err := r.command(ctx, "npm.log", nil, "npm", "ci", "--prefix", "infra", "--no-audit", "--no-fund"); err != nil {
			return "", err
		}
	}
	return r.gitState(ctx)
}

func (r *run) gitState(ctx context.Context) (string, error) {
	git := func(args ...string) string {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", r.root}, args...)...).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	commit := git("rev-parse", "--short=10", "HEAD")
	switch {
	case commit == "":
		return "WARNING: this folder is no git repository; what is deployed cannot be told later", nil
	case git("status", "--porcelain") != "":
		return "WARNING: " + commit + " with changes that are not committed", nil
	}
	return "commit " + commit, nil
}

// checkAccount refuses the wrong account. A dry run goes on without one.
func (r *run) checkAccount(ctx context.Context) (string, error) {
	if r.wanted != "" && r.wanted != r.Account {
		return "", fmt.Errorf("ACCOUNT is %s, but deploy/stages/%s.json has the account %s", r.wanted, r.Stage.Name, r.Account)
	}
	ctx, cancel := context.WithTimeout(ctx, identityTimeout)
	defer cancel()
	who, err := r.aws.sts.GetCallerIdentity(ctx, &sts.GetCallerIdentityInput{})
	switch {
	case err != nil && r.dry:
		return offline + ", so that account, quotas and secrets are not checked", nil
	case err != nil:
		return "", fmt.Errorf(signIn+": %w", err)
	case aws.ToString(who.Account) != r.Account:
		return "", fmt.Errorf("the credentials are those of account %s, but the stage %s is in %s: nothing was done",
			aws.ToString(who.Account), r.Stage.Name, r.Account)
	}
	r.connected = true
	return r.Account + " in " + r.Region + " as " + aws.ToString(who.Arn), nil
}

// checkBootstrap looks for what the CDK's command line needs of an account.
func (r *run) checkBootstrap(ctx context.Context) (string, error) {
	if !r.connected {
		return offline, nil
	}
	missing := fmt.Errorf("the account is not prepared for the CDK, or by an old version. Run once: %s bootstrap aws://%s/%s",
		r.relative(r.cdk()), r.Account, r.Region)
	got, err := r.aws.ssm.GetParameter(ctx, &ssm.GetParameterInput{Name: aws.String(bootstrapParameter)})
	var absent *types.ParameterNotFound
	if errors.As(err, &absent) {
		return "", missing
	}
	if err != nil {
		return "", err
	}
	if n, _ := strconv.Atoi(aws.ToString(got.Parameter.Value)); n < bootstrapLeast {
		return "", missing
	}
	return "version " + aws.ToString(got.Parameter.Value), nil
}

// reservedExecutions are those that the stack reserves.
func reservedExecutions() (sum int) {
	for _, g := range manifest.Groups {
		sum += g.Reserved
	}
	return sum
}

// checkQuotas wants as many concurrent executions as the stack reserves, beside those that AWS keeps.
func (r *run) checkQuotas(ctx context.Context) (string, error) {
	if !r.connected {
		return offline, nil
	}
	got, err := r.aws.lambda.GetAccountSettings(ctx, &lambda.GetAccountSettingsInput{})
	if err != nil {
		return "", err
	}
	if got.AccountLimit == nil {
		return "", errors.New("Lambda names no limits of the account")
	}
	executions := int(got.AccountLimit.ConcurrentExecutions)
	if needed := reservedExecutions() + unreserved; r.Reserve() && executions < needed {
		return "", fmt.Errorf("the account may run %d functions at a time, and %d are needed to reserve some. Ask AWS for the quota "+
			"\"Concurrent executions\" of Lambda, or set \"reserve\": \"off\" in deploy/stages/%s.json", executions, needed, r.Stage.Name)
	}
	if used := got.AccountUsage; used != nil && got.AccountLimit.TotalCodeSize > 0 && used.TotalCodeSize > got.AccountLimit.TotalCodeSize*9/10 {
		return "", fmt.Errorf("code of functions takes %d of %d bytes of the account; delete old versions of other functions first",
			used.TotalCodeSize, got.AccountLimit.TotalCodeSize)
	}
	if executions < usual {
		return fmt.Sprintf("%d concurrent executions: new accounts have few, ask AWS for %d", executions, usual), nil
	}
	return fmt.Sprintf("%d concurrent executions", executions), nil
}

// checkSecrets names every secret that is missing, or that no function would take, with the line that puts it.
func (r *run) checkSecrets(ctx context.Context) (string, error) {
	names := stage.Secrets()
	if !r.connected {
		return fmt.Sprintf("%s; %d are needed below %s", offline, len(names), r.Prefix()), nil
	}
	values := map[string]string{}
	for first := 0; first < len(names); first += batch {
		var full []string
		for _, name := range names[first:min(first+batch, len(names))] {
			full = append(full, r.Prefix()+name)
		}
		got, err := r.aws.ssm.GetParameters(ctx, &ssm.GetParametersInput{Names: full, WithDecryption: aws.Bool(true)})
		if denied(err) {
			return r.checkNames(ctx, names)
		}
		if err != nil {
			return "", err
		}
		for _, p := range got.Parameters {
			values[strings.TrimPrefix(aws.ToString(p.Name), r.Prefix())] = aws.ToString(p.Value)
			if p.Type != types.ParameterTypeSecureString {
				return "", fmt.Errorf("%s is no SecureString; delete it and put it again", aws.ToString(p.Name))
			}
		}
	}
	var wrong []string
	for _, name := range names {
		value, there := values[name]
		switch err := config.CheckSecret(name, value); {
		case !there:
			wrong = append(wrong, "missing: "+r.HowToPut(name))
		case err != nil:
			wrong = append(wrong, strings.TrimPrefix(err.Error(), "config: ")+": "+r.HowToPut(name)+" --overwrite")
		}
	}
	if len(wrong) > 0 {
		return "", fmt.Errorf("%d secrets are missing or wrong:\n%s", len(wrong), strings.Join(wrong, "\n"))
	}
	return fmt.Sprintf("%d below %s", len(names), r.Prefix()), nil
}

// denied reports a call that the identity may not make.
func denied(err error) bool {
	var refusal smithy.APIError
	return errors.As(err, &refusal) && strings.HasPrefix(refusal.ErrorCode(), "AccessDenied")
}

// checkNames checks that secrets are there, for an identity that may not read them.
func (r *run) checkNames(ctx context.Context, names []string) (string, error) {
	there := map[string]bool{}
	pages := ssm.NewDescribeParametersPaginator(r.aws.ssm, &ssm.DescribeParametersInput{ParameterFilters: []types.ParameterStringFilter{
		{Key: aws.String("Path"), Option: aws.String("Recursive"), Values: []string{strings.TrimSuffix(r.Prefix(), "/")}}}})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return "", err
		}
		for _, p := range page.Parameters {
			there[strings.TrimPrefix(aws.ToString(p.Name), r.Prefix())] = true
		}
	}
	var missing []string
	for _, name := range names {
		if !there[name] {
			missing = append(missing, "missing: "+r.HowToPut(name))
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("%d secrets are missing:\n%s", len(missing), strings.Join(missing, "\n"))
	}
	return fmt.Sprintf("%d below %s; this identity may not read them", len(names), r.Prefix()), nil
}

// relative is a path as it is shown.
func (r *run) relative(path string) string {
	if short, err := filepath.Rel(r.root, path); err == nil {
		return short
	}
	return path
}
