package main

import (
	"herald/pkg/app/manifest"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigatewayv2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"
	"github.com/aws/jsii-runtime-go"
)

// SocketStage is the stage of the websocket API: with it, /ws behind the distribution is the path that API Gateway expects.
const SocketStage = "ws"

type httpAPI struct {
	api awsapigatewayv2.CfnApi
}

func newHTTPAPI(s *System) *httpAPI {
	api := awsapigatewayv2.NewCfnApi(s.Stack, jsii.String("Http"), &awsapigatewayv2.CfnApiProps{
		Name: jsii.String(s.Name), ProtocolType: jsii.String("HTTP"),
	})
	s.output("HttpApiId", api.Ref())
	s.alarms.refusing(api)
	return &httpAPI{api}
}

// host is the API's own, without a scheme.
func host(s *System, api awsapigatewayv2.CfnApi) *string {
	return jsii.Sprintf("%s.execute-api.%s.%s", *api.Ref(), *s.Region(), *s.UrlSuffix())
}

// addRoutes gives each group its paths. All other paths go to the fallback, so that an unknown group too answers in
// the envelope (decisions §12).
func (h *httpAPI) addRoutes(s *System) {
	for _, g := range manifest.Groups {
		target := integration(s, "Http-"+g.Name, h.api, g.Name, "2.0")
		for _, prefix := range g.Outside {
			route(s, "Http-"+g.Name+"-"+prefix, h.api, "ANY /"+prefix+"/{proxy+}", target)
		}
		if len(g.Outside) > 0 {
			continue
		}
		route(s, "Http-"+g.Name, h.api, "ANY /api/"+g.Name+"/{proxy+}", target)
		if g.Bare {
			route(s, "Http-"+g.Name+"-bare", h.api, "ANY /api/"+g.Name, target)
		}
		if g.Name == manifest.Fallback {
			route(s, "Http-openapi", h.api, "GET /api/openapi.json", target)
			route(s, "Http-default", h.api, "$default", target)
		}
	}
	stage(s, "Http", h.api, "$default")
}

type socketAPI struct {
	api         awsapigatewayv2.CfnApi
	management  *string   // URL to which the functions post, with the stage
	connections []*string // ARNs of all its connections, to post to and to end
}

func newSocketAPI(s *System) *socketAPI {
	api := awsapigatewayv2.NewCfnApi(s.Stack, jsii.String("Socket"), &awsapigatewayv2.CfnApiProps{
		Name: jsii.String(s.Name + "-ws"), ProtocolType: jsii.String("WEBSOCKET"),
		RouteSelectionExpression: jsii.String("$request.body.type"),
	})
	management := jsii.Sprintf("https://%s/%s", *host(s, api), SocketStage)
	if s.Local {
		management = jsii.Sprintf("%s/_aws/execute-api/%s/%s", s.Endpoint, *api.Ref(), SocketStage)
	}
	s.output("SocketApiId", api.Ref())
	a := &socketAPI{api: api, management: management}
	for _, method := range []string{"POST", "DELETE"} {
		a.connections = append(a.connections, s.FormatArn(&awscdk.ArnComponents{
			Service: jsii.String("execute-api"), Resource: api.Ref(), ResourceName: jsii.String(SocketStage + "/" + method + "/@connections/*"),
		}))
	}
	return a
}

// addRoutes gives the socket function its routes; ping is answered by the gateway alone, because at one ping in a few
// seconds and user it would be most of all invocations.
func (a *socketAPI) addRoutes(s *System) {
	target := integration(s, "Socket", a.api, manifest.Sockets, "")
	for _, key := range []string{"connect", "disconnect", "default"} {
		route(s, "Socket-"+key, a.api, "$"+key, target)
	}
	mock := awsapigatewayv2.NewCfnIntegration(s.Stack, jsii.String("Integration-ping"), &awsapigatewayv2.CfnIntegrationProps{
		ApiId: a.api.Ref(), IntegrationType: jsii.String("MOCK"),
		RequestTemplates:            map[string]string{"200": `{"statusCode":200}`},
		TemplateSelectionExpression: jsii.String("200"),
	})
	answer := awsapigatewayv2.NewCfnIntegrationResponse(s.Stack, jsii.String("Answer-ping"), &awsapigatewayv2.CfnIntegrationResponseProps{
		ApiId: a.api.Ref(), IntegrationId: mock.Ref(), IntegrationResponseKey: jsii.String("$default"),
		ResponseTemplates:           map[string]string{"200": `{"type":"pong"}`},
		TemplateSelectionExpression: jsii.String("200"),
	})
	ping := awsapigatewayv2.NewCfnRoute(s.Stack, jsii.String("Route-Socket-ping"), &awsapigatewayv2.CfnRouteProps{
		ApiId: a.api.Ref(), RouteKey: jsii.String("ping"), Target: jsii.Sprintf("integrations/%s", *mock.Ref()),
		RouteResponseSelectionExpression: jsii.String("$default"),
	})
	reply := awsapigatewayv2.NewCfnRouteResponse(s.Stack, jsii.String("Reply-ping"), &awsapigatewayv2.CfnRouteResponseProps{
		ApiId: a.api.Ref(), RouteId: ping.Ref(), RouteResponseKey: jsii.String("$default"),
	})
	reply.Node().AddDependency(answer)
	stage(s, "Socket", a.api, SocketStage)
}

func integration(s *System, id string, api awsapigatewayv2.CfnApi, function, payload string) awsapigatewayv2.CfnIntegration {
	f := s.live[function]
	f.AddPermission(jsii.String("Permission-"+id), &awslambda.Permission{
		Principal: awsiam.NewServicePrincipal(jsii.String("apigateway.amazonaws.com"), nil),
		SourceArn: s.FormatArn(&awscdk.ArnComponents{
			Service: jsii.String("execute-api"), Resource: api.Ref(), ResourceName: jsii.String("*"),
		}),
	})
	props := &awsapigatewayv2.CfnIntegrationProps{
		ApiId: api.Ref(), IntegrationType: jsii.String("AWS_PROXY"),
		IntegrationUri: jsii.Sprintf("arn:%s:apigateway:%s:lambda:path/2015-03-31/functions/%s/invocations", *s.Partition(), *s.Region(),
			*f.FunctionArn()),
	}
	if payload != "" {
		props.PayloadFormatVersion = jsii.String(payload)
	}
	return awsapigatewayv2.NewCfnIntegration(s.Stack, jsii.String("Integration-"+id), props)
}

func route(s *System, id string, api awsapigatewayv2.CfnApi, key string, target awsapigatewayv2.CfnIntegration) {
	awsapigatewayv2.NewCfnRoute(s.Stack, jsii.String("Route-"+id), &awsapigatewayv2.CfnRouteProps{
		ApiId: api.Ref(), RouteKey: jsii.String(key), Target: jsii.Sprintf("integrations/%s", *target.Ref()),
	})
}

// stage publishes an API. Requests of the HTTP API are logged, without their query; the websocket API would need a role
// for the whole account to log, and its query carries the ticket.
func stage(s *System, id string, api awsapigatewayv2.CfnApi, name string) {
	props := &awsapigatewayv2.CfnStageProps{
		ApiId: api.Ref(), StageName: jsii.String(name), AutoDeploy: jsii.Bool(true),
		DefaultRouteSettings: &awsapigatewayv2.CfnStage_RouteSettingsProperty{
			ThrottlingBurstLimit: jsii.Number(4000), ThrottlingRateLimit: jsii.Number(2000),
		},
	}
	if !s.Local && name != SocketStage {
		logs := awslogs.NewLogGroup(s.Stack, jsii.String("Access-"+id), &awslogs.LogGroupProps{
			Retention: awslogs.RetentionDays_ONE_MONTH, RemovalPolicy: awscdk.RemovalPolicy_DESTROY,
		})
		props.AccessLogSettings = &awsapigatewayv2.CfnStage_AccessLogSettingsProperty{
			DestinationArn: logs.LogGroupArn(),
			Format: jsii.String(
				`{"id":"$context.requestId","time":"$context.requestTimeEpoch","ip":"$context.identity.sourceIp","route":"$context.routeKey","status":"$context.status","ms":"$context.integrationLatency","error":"$context.integrationErrorMessage"}`),
		}
	}
	awsapigatewayv2.NewCfnStage(s.Stack, jsii.String("Stage-"+id), props)
}
