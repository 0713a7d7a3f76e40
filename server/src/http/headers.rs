//! Security headers, on every response.

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;

/// Allows what the page needs and nothing else (<https://www.w3.org/TR/CSP3/>).
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub fn with_security_headers(router: Router) -> Router {
    router.layer(map_response(async |mut response: Response| {
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        response
    }))
}
