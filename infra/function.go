package main

import (
	"maps"
	"slices"
	"strings"

	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"
)

// Times in seconds: a request ends before the gateway gives up at 30 s; a tick ends before the next.
const (
	groupTimeout = 29
	tickTimeout  = 55
)

func (s *System) addFunctions(public string, sockets *socketAPI) {
	environment := s.environment(public, sockets)
	for _, g := range manifest.Groups {
		s.addFunction(g.Name, g.MemoryMB, groupTimeout, environment, sockets)
		s.alarms.function(g.Name, s.functions[g.Name])
	}
	for _, c := range manifest.Consumers {
		s.addFunction(c.Name, c.MemoryMB, c.TimeoutSeconds, environment, sockets)
		s.alarms.function(c.Name, s.functions[c.Name])
	}
	if !s.Local {
		s.webhookURL()
	}
	s.addFunction(manifest.Sockets, 256, groupTimeout, environment, sockets)
	s.alarms.function(manifest.Sockets, s.functions[manifest.Sockets])
	s.addFunction(manifest.Janitor, 512, tickTimeout, environment, sockets)
}

// webhookURL gives the webhooks an address of their own: a function URL costs nothing, while requests of the HTTP
// API would be the largest line of an order's bill. Its callers must sign, as on the gateway, which answers the same
// path.
func (s *System) webhookURL() {
	url := s.live[manifest.Webhook].AddFunctionUrl(&awslambda.FunctionUrlOptions{AuthType: awslambda.FunctionUrlAuthType_NONE})
	awscdk.NewCfnOutput(s.Stack, jsii.String("WebhookUrl"), &awscdk.CfnOutputProps{
		Value:       awscdk.Fn_Join(jsii.String(""), &[]*string{url.Url(), jsii.String("api/hook/whatsapp")}),
		Description: jsii.String("Webhook address for the provider"),
	})
}

// environment is the same for every function; what a function may use of it, its role says.
func (s *System) environment(public string, sockets *socketAPI) map[string]*string {
	// CloudFront and the gateway both append to X-Forwarded-For, the local front door alone does.
	hops := "1"
	if s.Local {
		hops = "0"
	}
	env := map[string]*string{
		"HERALD_NAME":         jsii.String(s.Name),
		"HERALD_SECRETS":      jsii.String(s.Secrets()),
		"HERALD_PUBLIC_URL":   jsii.String(public),
		"HERALD_WS_ENDPOINT":  sockets.management,
		"HERALD_ORIGIN_KEY":   jsii.String(s.parameter(originKey)),
		"HERALD_LINK_KEY":     jsii.String(s.parameter(manifest.LinkKey)),
		"HERALD_AWS_DOMAIN":   s.UrlSuffix(),
		"HERALD_TRUSTED_HOPS": jsii.String(hops),
	}
	if s.Names != "" {
		env["HERALD_DNS_SERVER"] = jsii.String(s.Names)
	}
	if s.Certificates != "" {
		env["HERALD_TLS_SERVER"], env["HERALD_TLS_ROOTS"] = jsii.String(s.Certificates), jsii.String(s.Roots)
	}
	for _, m := range manifest.Settings() {
		env[m.Env()] = jsii.String(s.Adapters[m.Name])
	}
	for name, queue := range s.queues {
		env["HERALD_QUEUE_"+strings.ToUpper(name)] = queue.QueueUrl()
	}
	for name, bucket := range s.buckets {
		env["HERALD_BUCKET_"+strings.ToUpper(name)] = bucket.BucketName()
	}
	return env
}

func (s *System) addFunction(name string, memory, timeout int, env map[string]*string, sockets *socketAPI) {
	logs := awslogs.NewLogGroup(s.Stack, jsii.String("Log-"+name), &awslogs.LogGroupProps{
		LogGroupName:  jsii.String("/aws/lambda/" + s.Name + "-" + name),
		Retention:     awslogs.RetentionDays_ONE_MONTH,
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
	})
	role := awsiam.NewRole(s.Stack, jsii.String("Role-"+name), &awsiam.RoleProps{
		AssumedBy: awsiam.NewServicePrincipal(jsii.String("lambda.amazonaws.com"), nil),
	})
	logs.GrantWrite(role)
	s.alarms.watch(name, logs)
	s.grant(role, needsOf(name), sockets)
	s.grantSecrets(role, name)
	s.grantKey(role)
	for _, r := range manifest.AWSRights(name, func(setting string) string { return s.Adapters[setting] }) {
		resource := jsii.String("*") // actions without resources
		if r.Service != "" {
			resource = s.FormatArn(&awscdk.ArnComponents{Service: jsii.String(r.Service), Resource: jsii.String("*")})
		}
		role.AddToPolicy(allow(jsii.Strings(r.Action), resource))
	}
	architecture := awslambda.Architecture_X86_64()
	if s.Arm {
		architecture = awslambda.Architecture_ARM_64()
	}
	var reserved *float64
	if s.Reserve && reservedOf(name) > 0 {
		reserved = jsii.Number(reservedOf(name))
	}
	s.functions[name] = awslambda.NewFunction(s.Stack, jsii.String("Function-"+name), &awslambda.FunctionProps{
		FunctionName:                 jsii.String(s.Name + "-" + name),
		Runtime:                      awslambda.Runtime_PROVIDED_AL2023(),
		Architecture:                 architecture,
		Handler:                      jsii.String("bootstrap"),
		Code:                         awslambda.Code_FromAsset(jsii.String(s.code(name)), nil),
		MemorySize:                   jsii.Number(memory),
		Timeout:                      awscdk.Duration_Seconds(jsii.Number(timeout)),
		Environment:                  &env,
		Role:                         role,
		ReservedConcurrentExecutions: reserved,
		EphemeralStorageSize:         s.diskOf(name),
		LogGroup:                     logs,
		LoggingFormat:                awslambda.LoggingFormat_JSON,
		SystemLogLevelV2:             awslambda.SystemLogLevel_WARN, // no START, END and REPORT lines: 300 bytes an invocation
	})
	s.live[name] = s.release.add(name, s.functions[name])
}

// diskOf is the size of a function's /tmp, nil for Lambda's own.
func (s *System) diskOf(function string) awscdk.Size {
	for _, c := range manifest.Consumers {
		if c.Name == function && c.DiskMB > 0 && !s.Local {
			return awscdk.Size_Mebibytes(jsii.Number(c.DiskMB))
		}
	}
	return nil
}

// reservedOf are the executions that are kept for a function, and the most that it can take from the others. When it
// is flooded, sign-in, webhook and senders go on.
func reservedOf(function string) int {
	for _, g := range manifest.Groups {
		if g.Name == function {
			return g.Reserved
		}
	}
	return 0
}

func (s *System) grant(role awsiam.Role, n needs, sockets *socketAPI) {
	for _, u := range n.rows {
		var actions []*string
		for _, letter := range u.verbs {
			actions = append(actions, *jsii.Strings(rowVerbs[letter]...)...)
		}
		statement := allow(&actions, s.tables[u.table].TableArn())
		if len(u.keys) > 0 {
			// Of a call on many rows each must be one of these; a call that names none is no call of ours.
			statement.AddCondition(jsii.String("ForAllValues:StringLike"), map[string]any{"dynamodb:LeadingKeys": u.keys})
			statement.AddCondition(jsii.String("Null"), map[string]any{"dynamodb:LeadingKeys": "false"})
		}
		role.AddToPolicy(statement)
	}
	for _, q := range n.queues {
		s.queues[q].Grant(role, jsii.String("sqs:SendMessage"))
	}
	s.grantInspection(role, n)
	for _, b := range slices.Sorted(maps.Keys(n.buckets)) {
		var actions []*string
		for _, letter := range n.buckets[b] {
			actions = append(actions, jsii.String(objectVerbs[letter]))
		}
		role.AddToPolicy(allow(&actions, s.buckets[b].ArnForObjects(jsii.String("*"))))
		// Without it S3 answers 403 for a missing object, and "not uploaded yet" could not be reported.
		role.AddToPolicy(allow(jsii.Strings("s3:ListBucket"), s.buckets[b].BucketArn()))
	}
	if n.push {
		role.AddToPolicy(allow(jsii.Strings("execute-api:ManageConnections"), sockets.connections...))
	}
}

// grantInspection lets a function take dead letters, and read how much queues hold.
func (s *System) grantInspection(role awsiam.Role, n needs) {
	var queues, dead []*string
	for _, c := range manifest.Consumers {
		queues, dead = append(queues, s.queues[c.Name].QueueArn()), append(dead, s.dead[c.Name].QueueArn())
	}
	if n.dead {
		role.AddToPolicy(allow(jsii.Strings("sqs:ReceiveMessage", "sqs:DeleteMessage"), dead...))
	}
	if n.figures {
		role.AddToPolicy(allow(jsii.Strings("cloudwatch:GetMetricData"), jsii.String("*"))) // has no resources
	}
	if n.depths {
		role.AddToPolicy(allow(jsii.Strings("sqs:GetQueueAttributes"), append(queues, dead...)...))
	}
}

// grantSecrets lets a function read what the manifest says that it reads, each by its own name.
func (s *System) grantSecrets(role awsiam.Role, function string) {
	var parameters []*string
	for _, secret := range manifest.SecretsOf(function) {
		parameters = append(parameters, s.FormatArn(&awscdk.ArnComponents{
			Service: jsii.String("ssm"), Resource: jsii.String("parameter"),
			ResourceName: jsii.String(strings.TrimPrefix(s.parameter(secret), "/")),
		}))
		if made := s.made[secret]; made != nil {
			role.AddToPolicy(allow(jsii.Strings("secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"), made.SecretArn()))
		}
	}
	if len(parameters) > 0 {
		role.AddToPolicy(allow(jsii.Strings("ssm:GetParameters"), parameters...))
	}
}

func allow(actions *[]*string, resources ...*string) awsiam.PolicyStatement {
	return awsiam.NewPolicyStatement(&awsiam.PolicyStatementProps{Actions: actions, Resources: &resources})
}
