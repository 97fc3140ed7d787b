package main

import (
	_ "embed"
	"os"
	"strings"

	"herald/pkg/app/manifest"
	"herald/pkg/app/pageheaders"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfront"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscloudfrontorigins"
	"github.com/aws/jsii-runtime-go"
)

// rewrite is the viewer-request function: what looks like a page and not like a file is the console's one page.
//
//go:embed rewrite.js
var rewrite string

// hostOfViewer is the viewer-request function of redirects: the gateway gets its own host, and the visitor's in a header.
//
//go:embed host.js
var hostOfViewer string

// addWeb puts the console, the API and the websocket behind one origin, and returns that origin.
func (s *System) addWeb(http *httpAPI, sockets *socketAPI) (string, error) {
	edge, err := newEdge(s.Stack, s.Settings)
	if err != nil {
		return "", err
	}
	bucket := s.newBucket(manifest.Bucket{Name: "web"}, "")
	s.buckets["web"] = bucket
	security := s.securityHeaders()
	viewer := awscloudfront.NewFunction(s.Stack, jsii.String("Rewrite"), &awscloudfront.FunctionProps{
		FunctionName: jsii.String(s.Name + "-rewrite"),
		Code:         awscloudfront.FunctionCode_FromInline(jsii.String(rewrite)),
		Runtime:      awscloudfront.FunctionRuntime_JS_2_0(),
	})
	behaviors := map[string]*awscloudfront.BehaviorOptions{
		"/api/*": passing(s, host(s, http.api), security),
		"/ws":    passing(s, host(s, sockets.api), nil),
	}
	pages := s.pageHeaders()
	for _, prefix := range manifest.Pages() {
		behaviors["/"+prefix+"/*"] = passing(s, host(s, http.api), pages)
	}
	// Links and forms are told who asks from where, and at which host.
	toldOf := s.redirectHeaders()
	hosts := &[]*awscloudfront.FunctionAssociation{{
		Function: awscloudfront.NewFunction(s.Stack, jsii.String("ViewerHost"), &awscloudfront.FunctionProps{
			FunctionName: jsii.String(s.Name + "-host"),
			Code:         awscloudfront.FunctionCode_FromInline(jsii.String(hostOfViewer)),
			Runtime:      awscloudfront.FunctionRuntime_JS_2_0(),
		}), EventType: awscloudfront.FunctionEventType_VIEWER_REQUEST,
	}}
	for _, prefix := range manifest.PagesOf(manifest.Redirects) {
		told := behaviors["/"+prefix+"/*"]
		told.OriginRequestPolicy, told.FunctionAssociations = toldOf, hosts
	}
	var domains *[]*string
	if edge.domain != "" {
		domains = jsii.Strings(append([]string{edge.domain}, s.LinkHosts...)...)
	}
	distribution := awscloudfront.NewDistribution(s.Stack, jsii.String("Web"), &awscloudfront.DistributionProps{
		Comment:                jsii.String(s.Name),
		DefaultRootObject:      jsii.String("index.html"),
		HttpVersion:            awscloudfront.HttpVersion_HTTP2_AND_3,
		MinimumProtocolVersion: awscloudfront.SecurityPolicyProtocol_TLS_V1_2_2021,
		Certificate:            edge.cert,
		DomainNames:            domains,
		WebAclId:               edge.firewall,
		PriceClass:             awscloudfront.PriceClass_PRICE_CLASS_ALL,
		DefaultBehavior: &awscloudfront.BehaviorOptions{
			Origin:                awscloudfrontorigins.S3BucketOrigin_WithOriginAccessControl(bucket, nil),
			ViewerProtocolPolicy:  awscloudfront.ViewerProtocolPolicy_REDIRECT_TO_HTTPS,
			CachePolicy:           awscloudfront.CachePolicy_CACHING_OPTIMIZED(),
			ResponseHeadersPolicy: security,
			Compress:              jsii.Bool(true),
			FunctionAssociations: &[]*awscloudfront.FunctionAssociation{{
				Function: viewer, EventType: awscloudfront.FunctionEventType_VIEWER_REQUEST,
			}},
		},
		AdditionalBehaviors: &behaviors,
	})
	origin := *jsii.Sprintf("https://%s", *distribution.DistributionDomainName())
	if s.Public != "" {
		origin = s.Public
	}
	s.output("WebBucket", bucket.BucketName())
	s.output("WebDistribution", distribution.DistributionId())
	s.output("WebUrl", jsii.String(origin))
	return origin, nil
}

// passing hands everything on to an API of ours, uncached, with the viewer's headers except the host.
func passing(s *System, domain *string, security awscloudfront.IResponseHeadersPolicy) *awscloudfront.BehaviorOptions {
	return &awscloudfront.BehaviorOptions{
		Origin: awscloudfrontorigins.NewHttpOrigin(domain, &awscloudfrontorigins.HttpOriginProps{
			ProtocolPolicy:     awscloudfront.OriginProtocolPolicy_HTTPS_ONLY,
			CustomHeaders:      s.originHeaders(),
			OriginSslProtocols: &[]awscloudfront.OriginSslPolicy{awscloudfront.OriginSslPolicy_TLS_V1_2},
		}),
		AllowedMethods:        awscloudfront.AllowedMethods_ALLOW_ALL(),
		ViewerProtocolPolicy:  awscloudfront.ViewerProtocolPolicy_HTTPS_ONLY,
		CachePolicy:           awscloudfront.CachePolicy_CACHING_DISABLED(),
		OriginRequestPolicy:   awscloudfront.OriginRequestPolicy_ALL_VIEWER_EXCEPT_HOST_HEADER(),
		ResponseHeadersPolicy: security,
		Compress:              jsii.Bool(true),
	}
}

func (s *System) securityHeaders() awscloudfront.IResponseHeadersPolicy {
	var buckets []string
	for _, name := range []string{"upload", "file"} {
		buckets = append(buckets, *jsii.Sprintf("https://%s.s3.%s.%s", s.bucketName(name), *s.Region(), *s.UrlSuffix()))
	}
	index, _ := os.ReadFile(s.Index)       // without a built console there is nothing to allow
	previous, _ := os.ReadFile(s.Previous) // nor before the first one
	index = append(index, previous...)
	return awscloudfront.NewResponseHeadersPolicy(s.Stack, jsii.String("Headers"), &awscloudfront.ResponseHeadersPolicyProps{
		ResponseHeadersPolicyName: jsii.String(s.Name + "-headers"),
		SecurityHeadersBehavior: &awscloudfront.ResponseSecurityHeadersBehavior{
			ContentSecurityPolicy: &awscloudfront.ResponseHeadersContentSecurityPolicy{
				ContentSecurityPolicy: jsii.String(pageheaders.ContentPolicy(index, strings.Join(buckets, " "), "https:")), Override: jsii.Bool(true),
			},
			ContentTypeOptions: &awscloudfront.ResponseHeadersContentTypeOptions{Override: jsii.Bool(true)},
			FrameOptions: &awscloudfront.ResponseHeadersFrameOptions{FrameOption: awscloudfront.HeadersFrameOption_DENY,
				Override: jsii.Bool(true)},
			ReferrerPolicy: &awscloudfront.ResponseHeadersReferrerPolicy{
				ReferrerPolicy: awscloudfront.HeadersReferrerPolicy_NO_REFERRER, Override: jsii.Bool(true),
			},
			StrictTransportSecurity: transportSecurity(),
		},
	})
}

// pageHeaders are those of the pages that functions make: each brings a content policy of its own, which stays.
func (s *System) pageHeaders() awscloudfront.IResponseHeadersPolicy {
	return awscloudfront.NewResponseHeadersPolicy(s.Stack, jsii.String("PageHeaders"), &awscloudfront.ResponseHeadersPolicyProps{
		ResponseHeadersPolicyName: jsii.String(s.Name + "-page-headers"),
		SecurityHeadersBehavior: &awscloudfront.ResponseSecurityHeadersBehavior{
			ContentTypeOptions: &awscloudfront.ResponseHeadersContentTypeOptions{Override: jsii.Bool(true)},
			FrameOptions: &awscloudfront.ResponseHeadersFrameOptions{FrameOption: awscloudfront.HeadersFrameOption_DENY,
				Override: jsii.Bool(true)},
			ReferrerPolicy: &awscloudfront.ResponseHeadersReferrerPolicy{
				ReferrerPolicy: awscloudfront.HeadersReferrerPolicy_NO_REFERRER, Override: jsii.Bool(true),
			},
			StrictTransportSecurity: transportSecurity(),
		},
	})
}

// transportSecurity says nothing of subdomains: hosts of customers get it too, and what lies below them is not ours.
func transportSecurity() *awscloudfront.ResponseHeadersStrictTransportSecurity {
	return &awscloudfront.ResponseHeadersStrictTransportSecurity{
		AccessControlMaxAge: awscdk.Duration_Days(jsii.Number(365)), IncludeSubdomains: jsii.Bool(false), Override: jsii.Bool(true),
	}
}

// redirectHeaders is what redirects are told of a request: beside cookies and query, who asks, from which country, and at which host.
func (s *System) redirectHeaders() awscloudfront.IOriginRequestPolicy {
	return awscloudfront.NewOriginRequestPolicy(s.Stack, jsii.String("Country"), &awscloudfront.OriginRequestPolicyProps{
		OriginRequestPolicyName: jsii.String(s.Name + "-country"),
		CookieBehavior:          awscloudfront.OriginRequestCookieBehavior_All(),
		QueryStringBehavior:     awscloudfront.OriginRequestQueryStringBehavior_All(),
		HeaderBehavior: awscloudfront.OriginRequestHeaderBehavior_AllowList(jsii.String("Accept-Language"), jsii.String("Referer"),
			jsii.String("User-Agent"), jsii.String("CloudFront-Viewer-Country"), jsii.String(manifest.HostHeader)),
	})
}
